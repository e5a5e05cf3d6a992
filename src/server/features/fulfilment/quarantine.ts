import { sql, type ExpressionBuilder } from 'kysely'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { decideAs, type NamedActor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { paymentReturnedMail } from '#server/emails/refunds.ts'
import { seatsReleasedMail } from '#server/emails/reservations.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { confirmBooking, endHold, isDepartureCancelled } from '#server/features/bookings/statuses.ts'
import { lockBooking, lockOwner, type LockedBooking } from '#server/features/bookings/records.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { isKept } from '#server/features/bookings/reservations.ts'
import { asTaskId, closeTask, noteSeatsReleased } from '#server/features/tasks/tasks.ts'
import { acceptPayment } from '#server/features/payments/payments.ts'
import { requestRefund } from '#server/features/refunds/requests.ts'
import { trySending } from '#server/features/refunds/sending.ts'
import { leftOf, readGuard } from '#server/features/refunds/what-is-left.ts'
import { mailConfirmation } from './fulfil.ts'

/** What staff decide about a payment that doesn’t match what was agreed. */
export const fulfilment: Feature = {
  calls({ flow }) {
    flow(taskSteps.confirm, async ({ deps, actor, params }) => {
      await decideWrongPayment(deps, actor, asTaskId(params.id), 'confirm')
      return { message: 'The booking is confirmed' }
    })
    flow(taskSteps.refund, async ({ deps, actor, params }) => {
      await decideWrongPayment(deps, actor, asTaskId(params.id), 'refund')
      return { message: 'Refund sent' }
    })
  },
}

/**
 * Frees the seats that wait for a person’s decision on a payment, unless staff keep them for longer. Until someone decides, the payment keeps
 * its task, and the customer is notified.
 */
export async function releaseQuarantinedSeats(deps: Deps, bookingId: string): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const booking = await lockBooking(trx, bookingId)
    if (booking.status !== 'pending' || (await isKept(trx, bookingId, deps.now()))) return
    await endHold(trx, booking, deps.now())
    await noteSeatsReleased(trx, bookingId)
    const payment = await findUndecidedPayment(trx, bookingId)
    if (payment) await mailRelease(deps, trx, booking, payment)
  })
}

async function mailRelease(deps: Deps, trx: Trx, booking: LockedBooking, payment: UndecidedPayment): Promise<void> {
  const customer = await getCustomer(trx, booking.id)
  const facts = { ...booking, customerName: customer.name, siteUrl: deps.origins.ofMails() }
  const paid = { amountCents: payment.amount_cents, paidCurrency: payment.currency }
  await queueMail(trx, deps.queue, seatsReleasedMail(customer.email, facts, paid))
}

type Decision = 'confirm' | 'refund'

/**
 * Carries out what a person has decided about a payment that doesn’t match what was agreed, and closes its task: `confirm` makes it
 * the payment of its booking, which takes its seats again if they have been freed; `refund` refunds what is left of it.
 * Throws 404, and 409 `not_payable` or `task_closed` with the reason.
 */
export async function decideWrongPayment(deps: Deps, actor: NamedActor, taskId: string, decision: Decision): Promise<void> {
  const task = await deps.db.selectFrom('tasks').select(['kind', 'booking_id', 'payment_id']).where('id', '=', taskId).executeTakeFirst()
  if (!task) throw notFound('Task')
  const { booking_id: bookingId, payment_id: paymentId } = task
  if (task.kind !== 'wrong_payment' || !bookingId || !paymentId) {
    throw new AppError('not_payable', 'This decision is only for tasks about payments of the wrong amount or currency.')
  }
  const refundId = await decideAs(deps.db, actor, 'tasks.settle', async (trx) => {
    const hasOwner = await lockOwner(trx, bookingId)
    const booking = await lockBooking(trx, bookingId)
    await refuseOwnBooking(trx, actor, bookingId, 'tasks.settle')
    const payment = await lockQuarantined(trx, paymentId)
    const leftCents = leftOf(payment)
    const goesBack = leftCents > 0 ? 'Payment refunded.' : 'The payment had already been refunded in full.'
    await closeTask(trx, actor, taskId, decision === 'confirm' ? 'The booking was confirmed with this payment.' : goesBack, deps.now())
    await recordAudit(trx, {
      actor,
      action: decision === 'confirm' ? 'payment.accepted' : 'payment.returned',
      subject: { kind: 'payment', id: paymentId },
      before: { status: booking.status, totalCents: booking.total_cents },
      after: { bookingId, amountCents: leftCents, ...(decision === 'confirm' && { status: 'confirmed' as const }) },
    })
    if (decision === 'refund') return giveBack(deps, trx, booking, payment)
    await confirm(deps, trx, booking, hasOwner, payment)
    return undefined
  })
  if (refundId) await trySending(deps, refundId)
}

type Quarantined = Awaited<ReturnType<typeof lockQuarantined>>

/** Throws 409 `not_payable` when it has been decided about. */
async function lockQuarantined(trx: Trx, paymentId: string) {
  const payment = await trx.selectFrom('payments').selectAll().where('id', '=', paymentId).forUpdate().executeTakeFirstOrThrow()
  if (payment.role !== 'quarantined') throw new AppError('not_payable', 'A decision about this payment has already been made.')
  return { ...payment, ...(await readGuard(trx, paymentId)) }
}

async function confirm(deps: Deps, trx: Trx, booking: LockedBooking, hasOwner: boolean, payment: Quarantined): Promise<void> {
  if (!hasOwner) throw new AppError('not_payable', 'The account of this booking has been deleted: refund the payment.')
  if (leftOf(payment) === 0)
    throw new AppError('not_payable', 'This payment has already been refunded in full. Refunding again sends nothing and closes the task.')
  if (leftOf(payment) < payment.amount_cents)
    throw new AppError('not_payable', 'Part of this payment has already been refunded: refund the rest.')
  if (payment.currency !== booking.currency) {
    throw new AppError('not_payable', 'The payment is in a different currency from the booking: refund it.')
  }
  if (!(await confirmBooking(trx, booking, deps.now()))) {
    const isCancelled = await isDepartureCancelled(trx, booking.id)
    const reason = isCancelled
      ? 'its departure has been cancelled'
      : booking.status === 'expired'
        ? 'its seats are gone'
        : `it is ${booking.status}`
    throw new AppError('not_payable', `The booking can’t be confirmed because ${reason}: refund the payment.`)
  }
  await acceptPayment(trx, payment.id)
  await mailConfirmation(deps, trx, booking)
}

/** Returns the refund to send; undefined when everything has been refunded outside, and only the seats are left to be freed. */
async function giveBack(deps: Deps, trx: Trx, booking: LockedBooking, payment: Quarantined): Promise<string | undefined> {
  if (!(await isKept(trx, booking.id, deps.now()))) await endHold(trx, booking, deps.now())
  const { id: paymentId, currency } = payment
  const amountCents = leftOf(payment)
  if (amountCents === 0) return undefined
  const customer = await getCustomer(trx, booking.id)
  const isPaidOutside = payment.provider_payment_id === null
  const facts = { ...booking, customerName: customer.name, siteUrl: deps.origins.ofMails(), isPaidOutside }
  const returned = { paymentId, role: 'quarantined', amountCents, paidCurrency: currency } as const
  await queueMail(trx, deps.queue, paymentReturnedMail(customer.email, facts, returned))
  return requestRefund(deps, trx, { paymentId, amountCents, currency, cause: 'quarantined' })
}

export type Hold = Awaited<ReturnType<typeof listHolds>>[number]

/**
 * Lists the next unpaid tour bookings after `after`, oldest first. `isOverdue`: its seats are held for a payment that doesn’t match what was
 * agreed, but needn’t be, because its task is overdue or a person has closed it without confirming the booking.
 */
export async function listHolds(db: Database, now: Date, limit: number, after?: { id: string; made: string }) {
  return (
    db
      .selectFrom('bookings')
      // As text, because a Date would lose the microseconds.
      .select(['id', sql<string>`created_at::text`.as('made')])
      // For `exists` the planner may read the whole table; an aggregate it looks up for each row.
      .select((eb) =>
        eb.fn
          .coalesce(
            eb
              .selectFrom('payments')
              // A payment made days ago may have been recorded today: its task has the deadline.
              .select(({ fn, not, eb: payment }) => fn<boolean>('bool_or', [not(hasOpenTask(payment, now))]).as('is_overdue'))
              .whereRef('payments.booking_id', '=', 'bookings.id')
              .where('role', '=', 'quarantined'),
            eb.lit(false),
          )
          .as('isOverdue'),
      )
      .where('kind', '=', 'tour')
      .where('status', '=', 'pending')
      .$if(after !== undefined, (query) => query.where(sql<boolean>`(created_at, id) > (${after?.made}::timestamptz, ${after?.id}::uuid)`))
      .orderBy('created_at')
      .orderBy('id')
      .limit(limit)
      .execute()
  )
}

type UndecidedPayment = NonNullable<Awaited<ReturnType<typeof findUndecidedPayment>>>

/** Finds a booking’s payment that a person still has to decide about. */
export async function findUndecidedPayment(trx: Trx, bookingId: string) {
  return trx
    .selectFrom('payments')
    .select(['amount_cents', 'currency'])
    .where('booking_id', '=', bookingId)
    .where('role', '=', 'quarantined')
    .where((eb) => hasOpenTask(eb))
    .executeTakeFirst()
}

function hasOpenTask(eb: ExpressionBuilder<DB, 'payments'>, dueAfter?: Date) {
  return eb.exists(
    eb
      .selectFrom('tasks')
      .select('tasks.id')
      .whereRef('tasks.payment_id', '=', 'payments.id')
      .where('kind', '=', 'wrong_payment')
      .where('closed_at', 'is', null)
      .$if(dueAfter !== undefined, (tasks) => tasks.where('due_at', '>', dueAfter ?? null)),
  )
}
