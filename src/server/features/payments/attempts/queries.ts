import { sql, type Selectable } from 'kysely'
import type { PaymentAttempts } from '#server/lib/db-types.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

/** The provider limits how often it may be asked. */
const RECHECKS_PER_RUN = 100

/** Spelled out, as in every statement that a checkout waits for: only then is it prepared (`lib/preparing-client.ts`). */
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
  'payment_attempts.closed_blind_at',
  'payment_attempts.unpaid_since',
] as const

type ColumnOf<T> = T extends `payment_attempts.${infer Column}` ? Column : never

export type AttemptRow = Pick<Selectable<PaymentAttempts>, ColumnOf<(typeof ATTEMPT_COLUMNS)[number]>>

/** What has to be done about an attempt before anything else: its page is paid, or it is closed, since it stands in the way. */
export type AttemptStep = { pay: AttemptRow } | { close: AttemptRow }

/** The attempt that a payment was made for, with what was agreed. */
export interface PaidAttempt {
  id: string
  booking_id: string
  amount_cents: number
  currency: string
}

export const PAID_COLUMNS = ['id', 'booking_id', 'amount_cents', 'currency'] as const

/** Finds the attempt that a session was opened for. */
export async function findAttemptOfSession(db: Database, sessionId: string): Promise<PaidAttempt | undefined> {
  return db.selectFrom('payment_attempts').select(PAID_COLUMNS).where('session_id', '=', sessionId).executeTakeFirst()
}

/** Returns what an attempt belongs to, for a task about it. */
export async function findAttemptLinks(trx: Trx, id: string): Promise<{ bookingId: string }> {
  return trx.selectFrom('payment_attempts').select('booking_id as bookingId').where('id', '=', id).executeTakeFirstOrThrow()
}

export async function findAttempt(db: Database, id: string) {
  return db.selectFrom('payment_attempts').select(ATTEMPT_COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** The attempt that can be paid now, if the booking has one. */
export async function findActiveAttempt(db: Database, bookingId: string) {
  return db
    .selectFrom('payment_attempts')
    .select(ATTEMPT_COLUMNS)
    .where('booking_id', '=', bookingId)
    .where('status', 'in', ['creating', 'open'])
    .executeTakeFirst()
}

/** Returns whether the provider has something to say of a session: it is one of ours, and its payment has not been recorded. */
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
 * Lists the next attempts that can be paid, those that end first, behind the last one of the page before. `isWithdrawn`: its tour is no
 * longer offered, and its page is to be closed (row 40). What staff have reserved stays payable.
 */
export async function listActiveAttempts(db: Database, limit: number, after?: { id: string; ends: string }) {
  return (
    db
      .selectFrom('payment_attempts')
      .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'payment_attempts.booking_id')
      .leftJoin('tours', 'tours.id', 'tour_bookings.tour_id')
      .leftJoin('reservations', 'reservations.booking_id', 'payment_attempts.booking_id')
      // The moment as text: as a Date it would lose its microseconds.
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

/** Returns the attempt of a cancel link, and the tour that was to be booked. */
export async function findAttemptByCancelToken(db: Database, cancelToken: string) {
  return db
    .selectFrom('payment_attempts')
    .leftJoin('tour_bookings', 'tour_bookings.booking_id', 'payment_attempts.booking_id')
    .select(['payment_attempts.id', 'payment_attempts.status', 'tour_bookings.tour_id'])
    .where('cancel_token', '=', cancelToken)
    .executeTakeFirst()
}

/** Lists the attempts that were closed without the provider's word and are to be asked about now, the longest overdue first. */
export async function listDueRechecks(db: Database, now: Date): Promise<AttemptRow[]> {
  return db
    .selectFrom('payment_attempts')
    .selectAll()
    .where('recheck_at', '<=', now)
    .orderBy('recheck_at')
    .limit(RECHECKS_PER_RUN)
    .execute()
}

/** Throws 409 `not_payable` for an attempt that cannot be closed, since its money is on its way. */
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
    'Your payment is on its way from your bank. We keep everything as it is until it arrives, or until your bank declines it.',
  )
}

/** Of these sessions, those whose payment is in our books. */
export async function findPaidSessions(db: Database, sessionIds: string[]): Promise<Set<string | null>> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('session_id')
    .where('session_id', 'in', sessionIds)
    .where('status', '=', 'complete')
    .execute()
  return new Set(rows.map((row) => row.session_id))
}

/** Returns the checkout sessions of a booking, also those that are long over. */
export async function listSessionIds(db: Database, bookingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_attempts')
    .select('session_id')
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .execute()
  return rows.flatMap(({ session_id }) => session_id ?? [])
}
