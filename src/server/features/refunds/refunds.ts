import type { Selectable } from 'kysely'
import { formatProviderMoney } from '#shared/money.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Refunds } from '#server/lib/db-types.ts'
import { decideAs, type NamedActor } from '#server/lib/actors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders.ts'
import { asTaskId, closeTask, lockOpenTask, openTask, type NewTask } from '#server/features/tasks/tasks.ts'
import { lockPayment, type LockedPayment } from '#server/features/payments/payments.ts'
import { queueRefund, replaceRefund } from './requests.ts'
import { hurry } from './sending.ts'
import { externalTask, isQuestion, listStuckRefunds, recountRefunds, settleRefundTasks } from './stuck.ts'
import { refuseWhileHeld } from './what-is-left.ts'

/** The steps of tasks about refunds. */
export const refunds: Feature = {
  calls({ flow }) {
    flow(taskSteps.retry, async ({ deps, actor, params }) => {
      await retryRefund(deps, actor, asTaskId(params.id))
      return { message: 'Refund resent' }
    })
    flow(taskSteps.settle, async ({ deps, actor, params, body }) => {
      await settleElsewhere(deps, actor, asTaskId(params.id), body.reference)
      return { message: 'The refund was paid another way' }
    })
    flow(taskSteps.sameRefund, async ({ deps, actor, params }) => {
      await answerQuestion(deps, actor, asTaskId(params.id), 'same')
      return { message: 'Marked as the same refund' }
    })
    flow(taskSteps.otherRefund, async ({ deps, actor, params }) => {
      await answerQuestion(deps, actor, asTaskId(params.id), 'other')
      return { message: 'Marked as a different refund' }
    })
    flow(taskSteps.payBack, async ({ deps, actor, params, body }) => {
      await payBack(deps, actor, asTaskId(params.id), body.reference)
      return { message: 'Marked as repaid' }
    })
  },
}

/**
 * Sends a refund again on a person's decision, as a new row, and closes its task. A refund that is retried automatically
 * is only brought forward. Throws 409 `task_closed` and 409 `not_refundable`.
 */
export async function retryRefund(deps: Deps, actor: NamedActor, taskId: string): Promise<string> {
  const { db, queue } = deps
  return decideAs(db, actor, 'tasks.settle', async (trx) => {
    const about = await lockRefundOf(trx, actor, taskId)
    if (!about) throw new AppError('not_refundable', 'This task isn’t about a refund that can be resent.')
    const { payment, refundId } = about
    const record = async (sentId: string) =>
      recordAudit(trx, { actor, action: 'refund.retried', subject: { kind: 'refund', id: refundId }, after: { refundId: sentId } })
    if (await hurry(trx, refundId)) {
      await record(refundId)
      await queueRefund(queue, trx, refundId)
      return refundId
    }
    await lockOpenTask(trx, taskId)
    const stuck = (await listStuckRefunds(trx, payment.id)).find(({ id }) => id === refundId)
    await refuseWhileHeld(trx, payment.id, stuck, { isPartEnough: true })
    await refuseWhileAsked(trx, refundId)
    if (stuck?.cause === 'external') throw new AppError('not_refundable', 'This refund was made at the card provider. Repeat it there.')
    const replacement = stuck && (await replaceRefund(trx, queue, payment, stuck, deps.now()))
    if (!replacement) throw new AppError('not_refundable', 'There’s nothing left of this refund to send.')
    await record(replacement)
    await closeTask(trx, actor, taskId, `Resent as refund ${replacement}.`, deps.now())
    return replacement
  })
}

/**
 * Records that a stuck refund was paid another way, and closes its task with the reference. It is never sent again. Moves no
 * money. Throws 409 `not_refundable` if the refund may still arrive, or while a dispute may give the same money back, and 409
 * `task_closed`.
 */
export async function settleElsewhere(deps: Deps, actor: NamedActor, taskId: string, reference: string): Promise<void> {
  await decideAs(deps.db, actor, 'tasks.settle', async (trx) => {
    const about = await lockRefundOf(trx, actor, taskId)
    if (!about) throw new AppError('not_refundable', 'This task isn’t about a refund that can be paid another way.')
    const { payment, refundId } = about
    const stuck = (await listStuckRefunds(trx, payment.id)).find(({ id }) => id === refundId)
    await refuseWhileHeld(trx, payment.id, stuck, { isPartEnough: false })
    await closeTask(trx, actor, taskId, `Paid another way: ${reference}`, deps.now())
    await refuseWhileAsked(trx, refundId)
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

/** Locks the payment of the stuck refund that a task is about. */
async function lockRefundOf(trx: Trx, actor: NamedActor, taskId: string) {
  const task = await trx
    .selectFrom('tasks')
    .innerJoin('refunds', 'refunds.id', 'tasks.refund_id')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refund_id', 'provider_payment_id'])
    .where('tasks.id', '=', taskId)
    .where('kind', 'in', ['refund_failed', 'refund_blocked'])
    .executeTakeFirst()
  const payment = task && (await lockPayment(trx, task.provider_payment_id))
  if (!task?.refund_id || !payment) return undefined
  await refuseOwnBooking(trx, actor, payment.booking_id, 'tasks.settle')
  return { payment, refundId: task.refund_id }
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

/**
 * Records whether a refund made at the provider was made in the place of the one that had failed (`same`), and closes the
 * task that asks. If it is another one, a task about the booking follows, unless that has been cancelled; if it is the same, one follows
 * where a cancellation counted both. Moves no money.
 * Throws 404, 409 `task_closed`, and 409 `not_refundable` with the reason.
 */
export async function answerQuestion(deps: Deps, actor: NamedActor, taskId: string, answer: 'same' | 'other'): Promise<void> {
  const now = deps.now()
  await decideAs(deps.db, actor, 'tasks.settle', async (trx) => {
    const { subject, failedId, bookingId, providerPaymentId } = await getQuestion(trx, taskId)
    const payment = await lockPayment(trx, providerPaymentId)
    if (!payment) throw notFound('Payment')
    await refuseOwnBooking(trx, actor, bookingId, 'tasks.settle')
    await closeTask(trx, actor, taskId, answer === 'same' ? 'It’s the same refund.' : 'It’s a different refund.', now)
    const booking = await trx
      .selectFrom('bookings')
      .select(['status', 'cancelled_at'])
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    const made = await trx.selectFrom('refunds').selectAll().where('provider_refund_id', '=', subject).executeTakeFirstOrThrow()
    if (answer === 'same') {
      const isStuck = (await listStuckRefunds(trx, payment.id)).some(({ id }) => id === failedId)
      if (!isStuck || made.replaces) {
        throw new AppError('not_refundable', 'The failed refund has since been dealt with: this is a different one.')
      }
      await trx.updateTable('refunds').set({ replaces: failedId }).where('id', '=', made.id).execute()
      await settleRefundTasks(trx, failedId, `Sent again at the card provider: ${subject}.`, now)
      if (booking.cancelled_at && booking.cancelled_at > made.created_at) await openTask(trx, countedTwice(payment, made), now)
    } else {
      const facts = { id: subject, amountCents: made.amount_cents }
      if (booking.status !== 'cancelled') await openTask(trx, externalTask(payment, facts, { rowId: made.id }), now)
    }
    const after = answer === 'same' ? { refundId: failedId } : {}
    await recordAudit(trx, { actor, action: 'refund.matched', subject: { kind: 'refund', id: made.id }, after })
  })
}

/** The cancellation counted both refunds as paid, and so refunded less than the policy says. */
function countedTwice(payment: LockedPayment, { id, amount_cents, currency }: Selectable<Refunds>): NewTask {
  const amount = formatProviderMoney(amount_cents, currency)
  const cause = `The booking was cancelled before refund ${id} of ${amount} was matched to the failed one, so the customer may have been under-refunded by up to that amount. Check the refund policy and refund the difference.`
  return { kind: 'note', subject: `counted-twice ${id}`, cause, bookingId: payment.booking_id, paymentId: payment.id, refundId: id }
}

async function getQuestion(trx: Trx, taskId: string) {
  const question = await trx
    .selectFrom('tasks')
    .innerJoin('refunds', 'refunds.id', 'tasks.refund_id')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['subject', 'refunds.id as failedId', 'payments.booking_id as bookingId', 'provider_payment_id as providerPaymentId'])
    .where('tasks.id', '=', taskId)
    .where(isQuestion)
    .executeTakeFirst()
  if (!question) throw new AppError('not_refundable', 'This task doesn’t ask which refund it’s about.')
  return question
}

/** Throws 409 `not_refundable` while no one has said whether the refund has been made again at the provider. */
async function refuseWhileAsked(trx: Trx, refundId: string): Promise<void> {
  const made = await findQuestion(trx, refundId)
  if (!made) return
  throw new AppError('not_refundable', `First say whether refund ${made}, made at the card provider, replaces this one (see its task).`)
}

/**
 * Finds the refund made at the provider of which an open task asks whether it was made in place of this one. Returns
 * its id there.
 */
async function findQuestion(trx: Trx, refundId: string): Promise<string | undefined> {
  const question = await trx
    .selectFrom('tasks')
    .innerJoin('refunds', 'refunds.id', 'tasks.refund_id')
    .select('subject')
    .where('refund_id', '=', refundId)
    .where('closed_at', 'is', null)
    .where(isQuestion)
    .executeTakeFirst()
  return question?.subject
}
