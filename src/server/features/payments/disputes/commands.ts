import type { TaskKind } from '#shared/tasks.ts'
import type { CardDispute } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import { openTask, settleTasks } from '#server/features/tasks/commands.ts'
import type { LockedPayment } from '../commands.ts'

export const TASK: Record<CardDispute['standing'], { kind: TaskKind; toDo: string }> = {
  open: { kind: 'dispute_opened', toDo: 'Answer it at the card provider before its deadline, and keep or release the seats.' },
  lifted: { kind: 'dispute_won', toDo: 'Refunds of this payment are possible again.' },
  lost: { kind: 'dispute_lost', toDo: 'The money is gone: do not refund it on top. Keep or cancel the booking.' },
}

/** Writes down how a dispute of this payment stands, and leaves the staff the task that follows from it. */
export async function recordDispute(trx: Trx, payment: LockedPayment, dispute: CardDispute, now: Date): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ disputed_at: dispute.standing === 'lifted' ? null : now })
    .where('id', '=', payment.id)
    .execute()
  const { kind, toDo } = TASK[dispute.standing]
  if (kind !== 'dispute_opened') await settleTasks(trx, ['dispute_opened'], dispute.id, `The dispute has ended: ${dispute.status}.`, now)
  const cause = `Dispute ${dispute.id} is ${dispute.status.replaceAll('_', ' ')}. ${toDo}`
  await openTask(trx, { kind, subject: dispute.id, cause, bookingId: payment.booking_id, paymentId: payment.id }, now)
}
