import { sql, type Selectable } from 'kysely'
import type { Span } from '#server/lib/card-provider.ts'
import type { PaymentAttempts } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

const DOUBTS_PER_RUN = 1000

/** Listed explicitly, as in every statement a checkout waits for, because only such statements are prepared (`lib/preparing-client.ts`). */
export const ATTEMPT_COLUMNS = [
  'payment_attempts.id',
  'payment_attempts.booking_id',
  'payment_attempts.status',
  'payment_attempts.amount_cents',
  'payment_attempts.currency',
  'payment_attempts.params',
  'payment_attempts.session_id',
  'payment_attempts.session_url',
  'payment_attempts.created_at',
  'payment_attempts.expires_at',
  'payment_attempts.unpaid_since',
] as const

type ColumnOf<T> = T extends `payment_attempts.${infer Column}` ? Column : never

export type AttemptRow = Pick<Selectable<PaymentAttempts>, ColumnOf<(typeof ATTEMPT_COLUMNS)[number]>>

/** The existing attempt that has to be dealt with first: either its page is to be paid, or it is in the way and must be closed. */
export type AttemptStep = { pay: AttemptRow } | { close: AttemptRow }

/** Carries the terms agreed at the time. */
export interface PaidAttempt {
  id: string
  booking_id: string
  amount_cents: number
  currency: string
}

export const PAID_COLUMNS = ['id', 'booking_id', 'amount_cents', 'currency'] as const

export async function findAttemptOfSession(db: Database, sessionId: string): Promise<PaidAttempt | undefined> {
  return db.selectFrom('payment_attempts').select(PAID_COLUMNS).where('session_id', '=', sessionId).executeTakeFirst()
}

export async function findAttemptLinks(trx: Trx, id: string): Promise<{ bookingId: string }> {
  return trx.selectFrom('payment_attempts').select('booking_id as bookingId').where('id', '=', id).executeTakeFirstOrThrow()
}

export async function findAttempt(db: Database, id: string) {
  return db.selectFrom('payment_attempts').select(ATTEMPT_COLUMNS).where('id', '=', id).executeTakeFirst()
}

export async function findActiveAttempt(db: Database, bookingId: string) {
  return db
    .selectFrom('payment_attempts')
    .select(ATTEMPT_COLUMNS)
    .where('booking_id', '=', bookingId)
    .where('status', 'in', ['creating', 'open'])
    .executeTakeFirst()
}

/** Returns whether this is one of our sessions and its payment has not been recorded yet. */
export async function isAwaited(db: Database, sessionId: string): Promise<boolean> {
  const attempt = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('status', '!=', 'complete')
    .executeTakeFirst()
  return attempt !== undefined
}

export type ActiveAttempt = Awaited<ReturnType<typeof listActiveAttempts>>[number]

/**
 * Returns a page of payable attempts, soonest to expire first, continuing after `after`. `isWithdrawn` means the tour is no longer on offer
 * and the page must be closed; seats reserved by staff stay payable.
 */
export async function listActiveAttempts(db: Database, limit: number, after?: { id: string; ends: string }) {
  return (
    db
      .selectFrom('payment_attempts')
      .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'payment_attempts.booking_id')
      .leftJoin('tours', 'tours.id', 'tour_bookings.tour_id')
      .leftJoin('reservations', 'reservations.booking_id', 'payment_attempts.booking_id')
      // As text, because a Date would lose the microseconds.
      .select(['payment_attempts.id', sql<string>`payment_attempts.expires_at::text`.as('ends')])
      .select(sql<boolean>`tours.is_active is false and unpaid_since is null and reservations.booking_id is null`.as('isWithdrawn'))
      .where('payment_attempts.status', 'in', ['creating', 'open'])
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(payment_attempts.expires_at, payment_attempts.id) > (${after?.ends}::timestamptz, ${after?.id}::uuid)`),
      )
      .orderBy('payment_attempts.expires_at')
      .orderBy('payment_attempts.id')
      .limit(limit)
      .execute()
  )
}

/** Also returns the tour that was being booked, and whose booking it is. */
export async function findAttemptByCancelToken(db: Database, cancelToken: string) {
  return db
    .selectFrom('payment_attempts')
    .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'payment_attempts.booking_id')
    .innerJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
    .select(['payment_attempts.id', 'payment_attempts.status', 'paid_token', 'bookings.user_id', 'tour_bookings.tour_id'])
    .where('cancel_token', '=', cancelToken)
    .executeTakeFirst()
}

/** Returns when the oldest attempt was made that was closed before the provider had confirmed its outcome, if there is one. */
export async function findOldestDoubt(db: Database): Promise<Date | undefined> {
  const oldest = db
    .selectFrom('payment_attempts')
    .select((eb) => eb.fn.min('created_at').as('since'))
    .where('recheck_at', 'is not', null)
  return (await oldest.executeTakeFirst())?.since ?? undefined
}

/** Returns such attempts that were made and closed in the span, except those whose money is on the way. */
export async function listDoubts(db: Database, { from, until }: Span): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('recheck_at', 'is not', null)
    .where('created_at', '>=', from)
    .where('closed_blind_at', '<', until)
    .where('unpaid_since', 'is', null)
    .limit(DOUBTS_PER_RUN)
    .execute()
  return rows.map(({ id }) => id)
}

/** Throws 409 `not_payable` if the attempt cannot be closed because its money is on the way. */
export async function refuseWhileUnpaid(db: Database, attemptId: string): Promise<void> {
  const waiting = await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('id', '=', attemptId)
    .where('status', 'in', ['creating', 'open'])
    .where('unpaid_since', 'is not', null)
    .executeTakeFirst()
  if (!waiting) return
  throw new AppError(
    'not_payable',
    'Your payment is on its way from your bank. Nothing will change until it arrives or your bank declines it.',
  )
}

export async function findPaidSessions(db: Database, sessionIds: string[]): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('session_id')
    .where('session_id', 'in', sessionIds)
    .where('status', '=', 'complete')
    .execute()
  return new Set(rows.map((row) => row.session_id))
}

export async function listSessionIds(db: Database, bookingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('session_id')
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .execute()
  return rows.flatMap(({ session_id }) => session_id ?? [])
}
