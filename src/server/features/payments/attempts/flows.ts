import type { Deps } from '#server/lib/deps.ts'
import { lockBooking, lockOwner } from '#server/features/bookings/commands.ts'
import { openTaskOnce } from '#server/features/tasks/tasks.ts'

/** How long a completed session may stay unpaid before a task is opened. */
const PATIENCE_MS = 60 * 60_000

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
