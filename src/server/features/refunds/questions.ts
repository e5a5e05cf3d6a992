import type { Selectable } from 'kysely'
import { formatProviderMoney } from '#shared/money.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Refunds } from '#server/lib/db-types.ts'
import { decideAs, type NamedActor } from '#server/lib/actors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders/commands.ts'
import { closeTask, openTask, type NewTask } from '#server/features/tasks/tasks.ts'
import { lockPayment, type LockedPayment } from '#server/features/payments/commands.ts'
import { findQuestion, isQuestion, listStuckRefunds } from './queries.ts'
import { externalTask, settleRefundTasks } from './tasks.ts'

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

/** The cancellation took both refunds for money given back, and so gave back less than the policy says. */
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

/** Throws 409 `not_refundable` while nobody has said whether the refund has been made again at the provider. */
export async function refuseWhileAsked(trx: Trx, refundId: string): Promise<void> {
  const made = await findQuestion(trx, refundId)
  if (!made) return
  throw new AppError('not_refundable', `First say whether refund ${made}, made at the card provider, replaces this one (see its task).`)
}
