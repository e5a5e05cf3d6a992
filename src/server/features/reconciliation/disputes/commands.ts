import type { TaskKind } from '#shared/tasks/staff.ts'
import type { CardDispute } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { openTask, openTaskOnce, settleTasks } from '#server/features/tasks/commands.ts'
import { setDispute, type LockedPayment } from '#server/features/payments/commands.ts'
import { giveUpBlockedRefunds, resendBlockedRefunds } from '#server/features/refunds/blocked/commands.ts'

export const TASK: Record<CardDispute['standing'], { kind: TaskKind; toDo: string }> = {
  open: { kind: 'dispute_opened', toDo: 'Answer it at the card provider before its deadline, and keep or release the seats.' },
  lifted: { kind: 'dispute_won', toDo: 'Refunds of this payment are possible again.' },
  lost: { kind: 'dispute_lost', toDo: 'The money is gone: do not refund it on top. Keep or cancel the booking.' },
}

/**
 * Writes down how a dispute of this payment stands, leaves the staff the task that follows from it, and brings the refunds to an
 * end that have waited for it. The payment must have been locked.
 */
export async function recordDispute(deps: Deps, trx: Trx, payment: LockedPayment, dispute: CardDispute): Promise<void> {
  const now = deps.now()
  const { standing } = dispute
  const isKnown = standing === standingOf(payment)
  await setDispute(trx, payment.id, {
    disputedAt: standing === 'lifted' ? null : (payment.disputed_at ?? now),
    lostAt: standing === 'lost' ? (payment.dispute_lost_at ?? now) : null,
  })
  if (standing === 'lifted') await resendBlockedRefunds(trx, deps.queue, payment, now)
  if (standing === 'lost') await giveUpBlockedRefunds(deps, trx, payment)
  const { kind, toDo } = TASK[standing]
  if (kind !== 'dispute_opened')
    await settleTasks(trx, ['dispute_opened', 'dispute_evidence'], dispute.id, `The dispute has ended: ${dispute.status}.`, now)
  const cause = `The dispute ${dispute.id} stands at “${dispute.status.replaceAll('_', ' ')}”. ${toDo}`
  const links = { bookingId: payment.booking_id, paymentId: payment.id, userId: payment.user_id }
  // Read again as we know it already, such as by an event that was processed late, it is no news to whoever has closed the task.
  const open = isKnown ? openTaskOnce : openTask
  await open(trx, { kind, subject: dispute.id, cause, dueAt: dispute.dueAt, ...links }, now)
}

/** How we know the payment's dispute to stand; a payment without one stands as one whose dispute has been lifted. */
function standingOf({ disputed_at, dispute_lost_at }: LockedPayment): CardDispute['standing'] {
  if (dispute_lost_at) return 'lost'
  return disputed_at ? 'open' : 'lifted'
}
