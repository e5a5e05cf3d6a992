import { formatMoney, type Currency } from '#shared/money.ts'
import type { Trx } from '#server/lib/db.ts'
import { recordAudit, type Actor } from '#server/features/audit/commands.ts'
import { openTask } from '#server/features/tasks/commands.ts'

interface OutsideRefund {
  id: string
  bookingId: string
  paymentId: string
  amountCents: number
  currency: Currency
}

/** Asks a person to pay back what was not paid by card: the refund is on its way until they close the task with a reference. */
export async function askToPayBack(trx: Trx, refund: OutsideRefund, now: Date): Promise<void> {
  const { id, bookingId, paymentId, amountCents, currency } = refund
  const amount = formatMoney({ cents: amountCents, currency })
  const cause = `Pay ${amount} back by hand, since the booking was not paid by card, and close this with the reference of what you paid.`
  // Its person is the booking's: named here, the account would be locked after the booking.
  await openTask(trx, { kind: 'pay_back', subject: id, cause, bookingId, paymentId, refundId: id }, now)
}

/** Notes, with the end of its task, that a refund has been paid back by hand. Any other task has nothing to note. */
export async function notePaidBack(trx: Trx, actor: Actor, taskId: string, now: Date): Promise<void> {
  const paidBack = await trx
    .updateTable('refunds')
    .set({ state: 'succeeded', updated_at: now })
    .where('state', '=', 'requested')
    .where('id', '=', (eb) => eb.selectFrom('tasks').select('refund_id').where('tasks.id', '=', taskId).where('kind', '=', 'pay_back'))
    .returning(['id', 'amount_cents'])
    .executeTakeFirst()
  if (!paidBack) return
  const subject = { kind: 'refund', id: paidBack.id } as const
  await recordAudit(trx, { actor, action: 'refund.paid_back', subject, after: { amountCents: paidBack.amount_cents } })
}
