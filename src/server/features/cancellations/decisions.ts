import { taskSteps } from '#shared/tasks/step-calls.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders.ts'
import { lockBooking, lockOwner } from '#server/features/bookings/records.ts'
import { readReceipt } from '#server/features/ledger/booking-sums.ts'
import { isQuestion } from '#server/features/refunds/stuck.ts'
import { asTaskId, closeTask, openTask, type NewTask } from '#server/features/tasks/tasks.ts'
import { decideAs, type NamedActor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Serving } from '#server/lib/serve.ts'
import { cancellationRefund, cancelPaidBooking, lockPrimaryPayment, owedAfterOutside, type Cancellation } from './paid-bookings.ts'

export function decisionCalls({ flow }: Serving): void {
  flow(taskSteps.keep, async ({ deps, actor, params }) => {
    await decideBooking(deps, actor, asTaskId(params.id), 'keep')
    return { message: 'Booking kept' }
  })
  flow(taskSteps.withdraw, async ({ deps, actor, params }) => {
    await decideBooking(deps, actor, asTaskId(params.id), 'cancel')
    return { message: 'The booking is cancelled' }
  })
}

export type BookingDecision = 'keep' | 'cancel'

const WHY = { dispute_opened: 'disputed', dispute_lost: 'disputed', external_refund: 'refunded' } as const

/**
 * Carries out a person's decision about a booking whose payment is disputed or was refunded outside this site, and
 * closes the task: `keep` leaves the booking alone; `cancel` cancels it, releases its seats and notifies the customer. For
 * a dispute, another task keeps the deadline for answering it, and the bank decides about the money that it holds. What the
 * policy owes beyond that, and beyond what went back outside, is refunded. Throws 404, 409 `task_closed`, and 409 `not_cancellable` with the reason.
 */
export async function decideBooking(deps: Deps, actor: NamedActor, taskId: string, decision: BookingDecision): Promise<void> {
  const { db, now } = deps
  await decideAs(db, actor, 'tasks.settle', async (trx) => {
    const { bookingId, paymentId, why, evidence } = await findDecision(trx, taskId)
    await lockOwner(trx, bookingId)
    const booking = await lockBooking(trx, bookingId)
    await refuseOwnBooking(trx, actor, bookingId, 'tasks.settle')
    await trx.selectFrom('payments').select('id').where('id', '=', paymentId).forUpdate().executeTakeFirstOrThrow()
    const outcome = decision === 'keep' ? 'The booking was kept.' : 'The booking was cancelled.'
    await closeTask(trx, actor, taskId, outcome, now())
    if (evidence) await openTask(trx, evidence, now())
    const action = decision === 'keep' ? 'booking.kept' : 'booking.withdrawn'
    const after = decision === 'keep' ? { status: booking.status } : { status: 'cancelled' as const }
    await recordAudit(trx, { actor, action, subject: { kind: 'booking', id: bookingId }, before: { status: booking.status }, after })
    if (decision === 'keep') return
    if (booking.status !== 'confirmed')
      throw new AppError('not_cancellable', `This booking is ${booking.status}, so there’s nothing to cancel.`)
    const primary = await lockPrimaryPayment(trx, bookingId)
    const isPrimary = primary?.id === paymentId
    // What an open dispute holds is the bank's to decide about, and counts first towards what is owed.
    const refundCents = isPrimary ? Math.max(0, owedAfterOutside(deps, booking, primary) - primary.held_cents) : 0
    const coveredCents = isPrimary ? cancellationRefund(deps, booking, primary).coveredCents : 0
    const { returned_cents: returned, lost_cents: lost } = primary && isPrimary ? primary : await readReceipt(trx, paymentId)
    const returnedCents = Math.min(returned + lost, booking.total_cents)
    const cause = why === 'refunded' && refundCents > 0 ? 'partlyRefunded' : why
    const cancellation: Cancellation = { reason: REASONS[why], refundCents, returnedCents, coveredCents, cause }
    await cancelPaidBooking(deps, trx, booking, isPrimary ? primary : undefined, cancellation)
  })
}

const REASONS = { disputed: 'The payment is disputed', refunded: 'The payment was returned' } as const

async function findDecision(trx: Trx, taskId: string) {
  const task = await trx
    .selectFrom('tasks')
    .leftJoin('refunds', 'refunds.id', 'tasks.refund_id')
    .select(['kind', 'subject', 'booking_id', 'tasks.payment_id', 'user_id', 'due_at'])
    .select((eb) => eb('tasks.refund_id', 'is not', null).and(isQuestion).as('is_question'))
    .where('tasks.id', '=', taskId)
    .executeTakeFirst()
  if (!task) throw notFound('Task')
  const { kind, subject, booking_id: bookingId, payment_id: paymentId } = task
  if (task.is_question) throw new AppError('not_cancellable', 'First say whether this refund replaces the one that failed.')
  if (!(kind in WHY) || !bookingId || !paymentId) {
    throw new AppError('not_cancellable', 'This task doesn’t need a decision about a booking.')
  }
  const evidence: NewTask | undefined =
    kind === 'dispute_opened'
      ? { kind: 'dispute_evidence', subject, cause: evidenceOf(subject), bookingId, paymentId, userId: task.user_id, dueAt: task.due_at }
      : undefined
  return { bookingId, paymentId, why: WHY[kind as keyof typeof WHY], evidence }
}

function evidenceOf(dispute: string): string {
  return `Respond to dispute ${dispute} at the card provider before its deadline, with evidence that the booking was genuine: the confirmation, names and emails. This task closes automatically when the dispute ends.`
}
