import { formatProviderMoney } from '#shared/money.ts'
import type { Advice } from '#shared/tasks/causes.ts'
import type { Trx } from '#server/lib/db.ts'
import { settleTasks, type NewTask } from '#server/features/tasks/tasks.ts'
import type { LockedPayment } from '#server/features/payments/commands.ts'

/** At most one task of each kind is open per refund. */
export function refundTask(
  kind: 'refund_failed' | 'refund_blocked',
  payment: Pick<LockedPayment, 'id' | 'booking_id' | 'user_id'>,
  refundId: string,
  cause: string,
  advice?: Advice,
): NewTask {
  return {
    kind,
    subject: refundId,
    cause,
    ...(advice && { advice }),
    bookingId: payment.booking_id,
    paymentId: payment.id,
    refundId,
    userId: payment.user_id,
  }
}

/** Covers both a refund that the provider refused and one it keeps waiting for lack of balance. */
export function balanceTask(payment: LockedPayment, refundId: string, amountCents: number): NewTask {
  const amount = formatProviderMoney(amountCents, payment.currency)
  const cause = `Refund ${refundId} of ${amount} is waiting for funds: our card provider balance is too low. Top it up and the refund will be sent automatically.`
  return refundTask('refund_failed', payment, refundId, cause)
}

/**
 * About a refund made at the provider. With `failedId` the task asks whether it was made in place of that one, and
 * only then what it means for the booking; a task that asks is linked with the refund that failed, any other with the one
 * made there.
 */
export function externalTask(
  payment: LockedPayment,
  { id, amountCents }: { id: string; amountCents: number },
  about: { rowId: string } | { failedId: string },
): NewTask {
  const made = `Refund ${id} of ${formatProviderMoney(amountCents, payment.currency)} was made in the card provider’s dashboard, not here.`
  const links = { bookingId: payment.booking_id, paymentId: payment.id, userId: payment.user_id }
  if ('failedId' in about) {
    const cause = `${made} Refund ${about.failedId} of the same amount had failed.`
    return { kind: 'external_refund', subject: id, cause, advice: 'whichRefund', ...links, refundId: about.failedId }
  }
  const toDo: Pick<NewTask, 'cause' | 'advice'> =
    payment.role === 'quarantined'
      ? { cause: `${made} Its payment has its own task: refund the rest there. If nothing is left, that just closes it.` }
      : { cause: made, advice: 'externalRefund' }
  return { kind: 'external_refund', subject: id, ...toDo, ...links, refundId: about.rowId }
}

export async function settleRefundTasks(trx: Trx, refundId: string, outcome: string, now: Date): Promise<void> {
  await settleTasks(trx, ['refund_failed', 'refund_blocked'], refundId, outcome, now)
}
