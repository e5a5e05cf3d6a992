import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { refundFailedMail } from '#server/emails/refund-failed.ts'
import { getCustomer } from '#server/features/bookings/queries.ts'
import { openTask } from '#server/features/tasks/commands.ts'
import { recountRefunds } from './balance.ts'

/**
 * The money has not gone back, perhaps after it first seemed so: it is free to be given back again, people are told.
 * The payment must have been locked.
 */
export async function settleFailure(
  deps: Deps,
  trx: Trx,
  refundId: string,
  state: 'failed' | 'canceled' | 'blocked',
  reason: string,
): Promise<void> {
  const refund = await trx
    .updateTable('refunds')
    .set({ state, failure_reason: reason, updated_at: deps.now() })
    .where('id', '=', refundId)
    .where('state', '!=', state)
    .returning(['payment_id', 'amount_cents', 'currency'])
    .executeTakeFirst()
  if (!refund) return
  await recountRefunds(trx, refund.payment_id)
  const booking = await trx
    .selectFrom('payments')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .select(['bookings.id', 'reference', 'title', 'user_id'])
    .where('payments.id', '=', refund.payment_id)
    .executeTakeFirstOrThrow()
  await openTask(
    trx,
    {
      kind: state === 'blocked' ? 'refund_blocked' : 'refund_failed',
      subject: refundId,
      cause: `Refund ${refundId} did not go through (${reason}). The customer must be paid back another way.`,
      bookingId: booking.id,
      paymentId: refund.payment_id,
      refundId,
      userId: booking.user_id,
    },
    deps.now(),
  )
  const customer = await getCustomer(trx, booking.id)
  await queueMail(
    trx,
    deps.queue,
    refundFailedMail(customer.email, booking.id, {
      refundId,
      reference: booking.reference,
      title: booking.title,
      customerName: customer.name,
      amountCents: refund.amount_cents,
      currency: refund.currency,
    }),
  )
}
