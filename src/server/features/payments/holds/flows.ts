import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { endHold, lockBooking, type LockedBooking } from '#server/features/bookings/commands.ts'
import { findReservation } from '#server/features/bookings/reservations/queries.ts'
import { settleDoubt } from './commands.ts'

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
