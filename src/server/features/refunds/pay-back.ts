import { formatMoney, type Currency } from '#shared/money.ts'
import { decideAs, type NamedActor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders/commands.ts'
import { closeTask, openTask } from '#server/features/tasks/tasks.ts'

interface OfflineRefund {
  id: string
  bookingId: string
  paymentId: string
  amountCents: number
  currency: Currency
}

/** The refund stays on its way until a person confirms it with a reference. */
export async function askToPayBack(trx: Trx, refund: OfflineRefund, now: Date): Promise<void> {
  const { id, bookingId, paymentId, amountCents, currency } = refund
  const amount = formatMoney({ cents: amountCents, currency })
  const cause = `Repay ${amount} manually, as the booking wasn’t paid by card, then record your payment reference here.`
  // The task takes its customer from the booking: naming the account here would lock it after the booking.
  await openTask(trx, { kind: 'pay_back', subject: id, cause, bookingId, paymentId, refundId: id }, now)
}

/**
 * Records that money has been repaid by hand, and closes the task that asked for it with the reference. Throws 404, 409
 * `task_closed`, and 409 `not_refundable` for any other kind of task.
 */
export async function payBack({ db, now }: Pick<Deps, 'db' | 'now'>, actor: NamedActor, taskId: string, reference: string): Promise<void> {
  await decideAs(db, actor, 'tasks.settle', async (trx) => {
    const task = await trx.selectFrom('tasks').select(['kind', 'refund_id', 'booking_id']).where('id', '=', taskId).executeTakeFirst()
    if (!task) throw notFound('Task')
    if (task.kind !== 'pay_back') throw new AppError('not_refundable', 'This task isn’t for a manual repayment.')
    if (task.booking_id) await refuseOwnBooking(trx, actor, task.booking_id, 'tasks.settle')
    await closeTask(trx, actor, taskId, `Repaid: ${reference}`, now())
    const paidBack = await trx
      .updateTable('refunds')
      .set({ state: 'succeeded', updated_at: now() })
      .where('id', '=', task.refund_id)
      .where('state', '=', 'requested')
      .returning(['id', 'amount_cents'])
      .executeTakeFirst()
    if (!paidBack) return
    const subject = { kind: 'refund', id: paidBack.id } as const
    await recordAudit(trx, { actor, action: 'refund.paid_back', subject, after: { amountCents: paidBack.amount_cents } })
  })
}
