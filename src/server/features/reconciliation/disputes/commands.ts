import type { TaskKind } from '#shared/tasks/staff.ts'
import { ADVICE } from '#shared/tasks/causes.ts'
import type { CardDispute } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { openTask, openTaskOnce, settleTasks } from '#server/features/tasks/commands.ts'
import { setDispute, type LockedPayment } from '#server/features/payments/commands.ts'
import { giveUpBlockedRefunds, resendBlockedRefunds } from '#server/features/refunds/blocked/commands.ts'

export const TASK: Record<CardDispute['standing'], { kind: TaskKind; toDo: string }> = {
  open: { kind: 'dispute_opened', toDo: ADVICE.dispute },
  lifted: { kind: 'dispute_won', toDo: 'Refunds of this payment are possible again.' },
  lost: { kind: 'dispute_lost', toDo: 'The money is gone: do not refund it on top. Keep or cancel the booking.' },
}

/**
 * Stores the state of a payment's dispute, opens the task that follows from it, and settles the refunds that were
 * waiting for it. The payment must be locked.
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
  // If we already knew this state, for instance because an event was processed late, do not reopen a task that someone has closed.
  const open = isKnown ? openTaskOnce : openTask
  await open(trx, { kind, subject: dispute.id, cause, dueAt: dispute.dueAt, ...links }, now)
}

/** A payment without a dispute counts as `lifted`. */
function standingOf({ disputed_at, dispute_lost_at }: LockedPayment): CardDispute['standing'] {
  if (dispute_lost_at) return 'lost'
  return disputed_at ? 'open' : 'lifted'
}
