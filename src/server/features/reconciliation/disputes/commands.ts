import type { TaskKind } from '#shared/tasks/staff.ts'
import type { Advice } from '#shared/tasks/causes.ts'
import { formatProviderMoney } from '#shared/money.ts'
import type { CardDispute } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { openTask, openTaskOnce, settleTasks } from '#server/features/tasks/tasks.ts'
import type { LockedPayment } from '#server/features/payments/commands.ts'
import { followDisputes, storeDispute } from '#server/features/refunds/commands.ts'

const TASK: Record<CardDispute['standing'], { kind: TaskKind; advice?: Advice; consequence?: string }> = {
  inquiry: { kind: 'dispute_opened', advice: 'inquiry' },
  open: { kind: 'dispute_opened', advice: 'dispute' },
  lifted: { kind: 'dispute_won', consequence: 'This payment can be refunded again.' },
  lost: { kind: 'dispute_lost', consequence: 'The funds have been lost: don’t refund the payment as well. Keep or cancel the booking.' },
}

/**
 * Stores what a dispute stands at, opens the task that follows from it, and settles the refunds that were waiting for it. The payment must be
 * locked.
 */
export async function recordDispute(deps: Deps, trx: Trx, payment: LockedPayment, dispute: CardDispute): Promise<void> {
  const now = deps.now()
  const { standing } = dispute
  const before = await storeDispute(trx, payment, dispute, now)
  const isKnown = before?.standing === standing
  const words = dispute.status.replaceAll('_', ' ')
  const isOver = standing === 'lifted' || standing === 'lost'
  if (!isKnown || before.taken_cents !== dispute.takenCents) {
    await followDisputes(deps, trx, payment, isOver ? `The dispute was ${words}` : 'The dispute has changed')
  }
  const { kind, advice, consequence } = TASK[standing]
  if (isOver) await settleTasks(trx, ['dispute_opened', 'dispute_evidence'], dispute.id, `The dispute has closed: ${words}.`, now)
  // Appealed, or taken back by the cardholder: its money is not gone.
  if (standing !== 'lost') await settleTasks(trx, ['dispute_lost'], dispute.id, `The dispute is now “${words}”.`, now)
  // What never held any money is over without further ado.
  if (standing === 'lifted' && before?.standing !== 'open' && before?.standing !== 'lost' && dispute.status !== 'won') return
  const amount = formatProviderMoney(dispute.amountCents, dispute.currency)
  const cause = `Dispute ${dispute.id} over ${amount} is “${words}”.${consequence ? ` ${consequence}` : ''}`
  const links = { bookingId: payment.booking_id, paymentId: payment.id, userId: payment.user_id }
  // If we already knew this state, for instance because an event was processed late, do not reopen a task that someone has closed.
  const open = isKnown ? openTaskOnce : openTask
  await open(trx, { kind, subject: dispute.id, cause, ...(advice && { advice }), dueAt: dispute.dueAt, ...links }, now)
}
