import type { Span } from '#server/lib/card-provider.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { endHold } from '#server/features/bookings/statuses.ts'
import { lockBooking, lockOwner, type LockedBooking } from '#server/features/bookings/records.ts'
import { findReservation } from '#server/features/bookings/reservations.ts'
import { openTaskOnce, settleTasks } from '#server/features/tasks/tasks.ts'

/** How long a completed session may stay unpaid before a task is opened. */
const PATIENCE_MS = 60 * 60_000
const DOUBTS_PER_RUN = 1000

interface Closing {
  status: 'expired' | 'failed'
  closed_at: Date
  closed_blind_at?: Date
  recheck_at?: Date
}

/**
 * Closes an attempt that will not be paid, frees its seats and settles any doubt about it. Call only after the provider has said that the
 * session is over or never existed. Leaves an attempt alone that is already closed.
 */
export async function releaseHold({ db, now }: Deps, attemptId: string, status: Closing['status']): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const booking = await lockBookingOf(trx, attemptId)
    await close(trx, booking, attemptId, { status, closed_at: at })
    await settleDoubt(trx, attemptId, `The card provider reported the session as ${status}; nothing was paid.`, at)
  })
}

/**
 * Closes an attempt whose outcome the provider has not confirmed, because its seats cannot be held forever. The attempt
 * is marked until the outcome is known. If its money is known to be on the way, it keeps its seats.
 */
export async function releaseHoldBlindly({ db, now }: Deps, attemptId: string): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    const booking = await lockBookingOf(trx, attemptId)
    await close(trx, booking, attemptId, { status: 'expired', closed_at: at, closed_blind_at: at, recheck_at: at })
  })
}

async function lockBookingOf(trx: Trx, attemptId: string): Promise<LockedBooking> {
  const attempt = await trx.selectFrom('payment_attempts').select('booking_id').where('id', '=', attemptId).executeTakeFirstOrThrow()
  return lockBooking(trx, attempt.booking_id)
}

async function close(trx: Trx, booking: LockedBooking, attemptId: string, closing: Closing): Promise<void> {
  const closed = await trx
    .updateTable('payment_attempts')
    .set(closing)
    .where('id', '=', attemptId)
    .where('status', 'in', ['creating', 'open'])
    .$if(closing.closed_blind_at !== undefined, (query) => query.where('unpaid_since', 'is', null))
    .executeTakeFirst()
  // A reservation made by staff outlives the card page, until its payment deadline.
  if (closed.numUpdatedRows === 1n && !(await findReservation(trx, booking.id))) await endHold(trx, booking, closing.closed_at)
}

/** Call once the provider has reported how the session ended. The booking must be locked. */
export async function settleDoubt(trx: Trx, attemptId: string, outcome: string, now: Date): Promise<void> {
  await trx.updateTable('payment_attempts').set({ recheck_at: null }).where('id', '=', attemptId).execute()
  await settleTasks(trx, ['blind_close', 'unpaid_session'], attemptId, outcome, now)
}

/**
 * Records that a session is complete but its money still on the way. The seats stay held until the provider reports the outcome; after an
 * hour a task is opened.
 */
export async function noteUnpaid({ db, now }: Deps, attempt: { id: string; booking_id: string }): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    await lockOwner(trx, attempt.booking_id)
    const booking = await lockBooking(trx, attempt.booking_id)
    const noted = await trx
      .updateTable('payment_attempts')
      .set((eb) => ({ unpaid_since: eb.fn.coalesce('unpaid_since', eb.val(at)) }))
      .where('id', '=', attempt.id)
      // Leave alone anything settled since the session was read.
      .where((eb) => eb.or([eb('status', 'in', ['creating', 'open']), eb('recheck_at', 'is not', null)]))
      .returning('unpaid_since')
      .executeTakeFirst()
    if (!noted?.unpaid_since || at.getTime() - noted.unpaid_since.getTime() < PATIENCE_MS) return
    const cause =
      'The checkout was completed more than an hour ago but the payment hasn’t arrived. Its seats are held until it succeeds or fails.'
    await openTaskOnce(trx, { kind: 'unpaid_session', subject: attempt.id, cause, bookingId: booking.id, userId: booking.user_id }, at)
  })
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
