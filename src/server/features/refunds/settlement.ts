import { decideAs, type NamedActor } from '#server/lib/actors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders/commands.ts'
import { closeTask } from '#server/features/tasks/tasks.ts'
import { lockPayment } from '#server/features/payments/commands.ts'
import { refuseWhileHeld } from './disputed.ts'
import { recountRefunds } from './recount.ts'
import { listStuckRefunds } from './queries.ts'
import { refuseWhileAsked } from './questions.ts'

/**
 * Records that a stuck refund was paid another way, and closes its task with the reference. It is never sent again. Moves no
 * money. Throws 409 `not_refundable` if the refund may still arrive, or while a dispute may give the same money back, and 409
 * `task_closed`.
 */
export async function settleElsewhere(deps: Deps, actor: NamedActor, taskId: string, reference: string): Promise<void> {
  await decideAs(deps.db, actor, 'tasks.settle', async (trx) => {
    const task = await trx
      .selectFrom('tasks')
      .innerJoin('refunds', 'refunds.id', 'tasks.refund_id')
      .innerJoin('payments', 'payments.id', 'refunds.payment_id')
      .select(['refund_id', 'provider_payment_id'])
      .where('tasks.id', '=', taskId)
      .where('kind', 'in', ['refund_failed', 'refund_blocked'])
      .executeTakeFirst()
    const payment = task && (await lockPayment(trx, task.provider_payment_id))
    if (!task?.refund_id || !payment) throw new AppError('not_refundable', 'This task isn’t about a refund that can be paid another way.')
    await refuseOwnBooking(trx, actor, payment.booking_id, 'tasks.settle')
    const stuck = (await listStuckRefunds(trx, payment.id)).find(({ id }) => id === task.refund_id)
    await refuseWhileHeld(trx, payment.id, stuck, { isPartEnough: false })
    await closeTask(trx, actor, taskId, `Paid another way: ${reference}`, deps.now())
    await refuseWhileAsked(trx, task.refund_id)
    if (!stuck) {
      throw new AppError(
        'not_refundable',
        'This refund is still on its way or has been resent. If you paid it another way, the customer would be refunded twice.',
      )
    }
    const settled = { state: 'settled', told_state: 'settled', updated_at: deps.now() } as const
    await trx.updateTable('refunds').set(settled).where('id', '=', stuck.id).execute()
    await recountRefunds(trx, payment.id)
    const after = { amountCents: stuck.amount_cents }
    await recordAudit(trx, { actor, action: 'refund.settled', subject: { kind: 'refund', id: stuck.id }, after })
  })
}
