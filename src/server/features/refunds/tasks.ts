import { formatProviderMoney } from '#shared/money.ts'
import type { Trx } from '#server/lib/db.ts'
import { settleTasks, type NewTask } from '#server/features/tasks/commands.ts'
import type { LockedPayment } from '#server/features/payments/commands.ts'

/** At most one task of each kind is open per refund. */
export function refundTask(
  kind: 'refund_failed' | 'refund_blocked',
  payment: Pick<LockedPayment, 'id' | 'booking_id' | 'user_id'>,
  refundId: string,
  cause: string,
): NewTask {
  return { kind, subject: refundId, cause, bookingId: payment.booking_id, paymentId: payment.id, refundId, userId: payment.user_id }
}

/** Covers both a refund that the provider refused and one it keeps waiting for lack of balance. */
export function balanceTask(payment: LockedPayment, refundId: string, amountCents: number): NewTask {
  const amount = formatProviderMoney(amountCents, payment.currency)
  const cause = `Refund ${refundId} of ${amount} waits for money: our balance at the card provider is too low. Add to it; the refund is then sent by itself.`
  return refundTask('refund_failed', payment, refundId, cause)
}

export async function settleRefundTasks(trx: Trx, refundId: string, outcome: string, now: Date): Promise<void> {
  await settleTasks(trx, ['refund_failed', 'refund_blocked'], refundId, outcome, now)
}
