import { decideAs, type NamedActor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Queue } from '#server/lib/queue.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders/commands.ts'
import { closeTask, lockOpenTask } from '#server/features/tasks/tasks.ts'
import { lockPayment, type LockedPayment } from '#server/features/payments/commands.ts'
import { recountRefunds } from './recount.ts'
import { leftOf, readGuard, refuseWhileHeld } from './disputed.ts'
import { hurry } from './failure.ts'
import { listStuckRefunds, type StuckRefund } from './queries.ts'
import { refuseWhileAsked } from './questions.ts'
import { queueRefund, requestRefund } from './request.ts'

/**
 * Sends a stuck refund again as a new row, for at most what is left of the payment. Returns the new row's id, or
 * undefined when nothing is left. The payment must be locked.
 */
export async function replaceRefund(
  trx: Trx,
  queue: Queue,
  payment: LockedPayment,
  stuck: StuckRefund,
  now: Date,
): Promise<string | undefined> {
  const { id, cause, currency } = stuck
  if (cause === 'external') return undefined
  await trx.updateTable('refunds').set({ state: 'failed', updated_at: now }).where('id', '=', id).where('state', '=', 'blocked').execute()
  await recountRefunds(trx, payment.id)
  const amountCents = Math.min(stuck.amount_cents, leftOf(await readGuard(trx, payment.id)))
  if (amountCents <= 0) return undefined
  const replacement = await requestRefund({ now: () => now }, trx, { paymentId: payment.id, amountCents, currency, cause, replaces: id })
  await queueRefund(queue, trx, replacement)
  return replacement
}

/** Cancels our refund because the whole payment was returned by refunds booked separately; the largest of them takes its place. */
export async function withdrawRefund(trx: Trx, paymentId: string, refundId: string, now: Date): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ state: 'canceled', failure_reason: 'refunded_outside', updated_at: now })
    .where('id', '=', refundId)
    .execute()
  const standIn = await trx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('cause', '=', 'external')
    .where('state', 'not in', ['failed', 'canceled'])
    .where('replaces', 'is', null)
    .orderBy('amount_cents', 'desc')
    .executeTakeFirst()
  if (standIn) await trx.updateTable('refunds').set({ replaces: refundId }).where('id', '=', standIn.id).execute()
  await recountRefunds(trx, paymentId)
}

/**
 * Sends a refund again on a person's decision, as a new row, and closes its task. A refund that is retried automatically
 * is only brought forward. Throws 409 `task_closed` and 409 `not_refundable`.
 */
export async function retryRefund(deps: Deps, actor: NamedActor, taskId: string): Promise<string> {
  const { db, queue } = deps
  return decideAs(db, actor, 'tasks.settle', async (trx) => {
    const task = await trx
      .selectFrom('tasks')
      .innerJoin('refunds', 'refunds.id', 'tasks.refund_id')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(['refund_id', 'provider_payment_id'])
      .where('tasks.id', '=', taskId)
      .where('kind', 'in', ['refund_failed', 'refund_blocked'])
      .executeTakeFirst()
    const payment = task && (await lockPayment(trx, task.provider_payment_id))
    if (!task?.refund_id || !payment) throw new AppError('not_refundable', 'This task isn’t about a refund that can be resent.')
    await refuseOwnBooking(trx, actor, payment.booking_id, 'tasks.settle')
    const record = async (refundId: string) =>
      recordAudit(trx, { actor, action: 'refund.retried', subject: { kind: 'refund', id: task.refund_id }, after: { refundId } })
    if (await hurry(trx, task.refund_id)) {
      await record(task.refund_id)
      await queueRefund(queue, trx, task.refund_id)
      return task.refund_id
    }
    await lockOpenTask(trx, taskId)
    const stuck = (await listStuckRefunds(trx, payment.id)).find(({ id }) => id === task.refund_id)
    await refuseWhileHeld(trx, payment.id, stuck, { isPartEnough: true })
    await refuseWhileAsked(trx, task.refund_id)
    if (stuck?.cause === 'external') throw new AppError('not_refundable', 'This refund was made at the card provider. Repeat it there.')
    const replacement = stuck && (await replaceRefund(trx, queue, payment, stuck, deps.now()))
    if (!replacement) throw new AppError('not_refundable', 'There’s nothing left of this refund to send.')
    await record(replacement)
    await closeTask(trx, actor, taskId, `Resent as refund ${replacement}.`, deps.now())
    return replacement
  })
}
