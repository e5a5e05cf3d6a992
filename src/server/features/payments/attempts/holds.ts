import type { Deps } from '#server/lib/deps.ts'
import { endHold, lockBooking } from '#server/features/bookings/commands.ts'

/**
 * Closes an attempt that will not be paid and frees the seats it held. Only after the provider has said that its
 * session is over, or never was (payments 3.9). Nothing happens to an attempt that is closed already.
 */
export async function releaseHold({ db, now }: Deps, attemptId: string, status: 'expired' | 'failed'): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const attempt = await trx.selectFrom('payment_attempts').select('booking_id').where('id', '=', attemptId).executeTakeFirstOrThrow()
    const booking = await lockBooking(trx, attempt.booking_id)
    const closed = await trx
      .updateTable('payment_attempts')
      .set({ status, closed_at: now() })
      .where('id', '=', attemptId)
      .where('status', 'in', ['creating', 'open'])
      .executeTakeFirst()
    if (closed.numUpdatedRows === 1n) await endHold(trx, booking, now())
  })
}
