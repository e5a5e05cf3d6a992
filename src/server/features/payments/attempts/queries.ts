import type { Selectable } from 'kysely'
import type { PaymentAttempts } from '#server/lib/db-types.ts'
import type { Database } from '#server/lib/db.ts'

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

/** Attempts for tours that are no longer offered: their pages are to be closed (row 40). What staff have reserved stays payable. */
export async function listWithdrawnAttempts(db: Database) {
  return db
    .selectFrom('payment_attempts')
    .innerJoin('tour_bookings', 'tour_bookings.booking_id', 'payment_attempts.booking_id')
    .innerJoin('tours', 'tours.id', 'tour_bookings.tour_id')
    .select('payment_attempts.id')
    .where('payment_attempts.status', 'in', ['creating', 'open'])
    .where('unpaid_since', 'is', null)
    .where('is_active', '=', false)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('reservations').select('due_at').whereRef('reservations.booking_id', '=', 'payment_attempts.booking_id'))),
    )
    .execute()
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
