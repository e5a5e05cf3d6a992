import { randomUUID } from 'node:crypto'
import { writtenCode } from '#shared/written-codes.ts'
import { decideAs, type NamedActor } from '#server/lib/actors.ts'
import type { CheckoutSession, ReceivedPayment } from '#server/lib/card-provider.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { refuseOnCopy } from '#server/lib/restored-copy.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { lockBooking, lockOwner, type LockedBooking } from '#server/features/bookings/records.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders.ts'
import { closeTask } from '#server/features/tasks/tasks.ts'
import { openWrongPayment } from '#server/features/fulfilment/fulfil.ts'
import { createPaidAttempt } from '#server/features/payments/attempts.ts'
import { createCardPayment, findCardPayment } from '#server/features/payments/payments.ts'
import { recordEarlierPayment } from './events.ts'

/**
 * Books a payment that only the card provider knows: first by processing it again, otherwise against the booking with
 * this reference. There it is held, with a task of its own, until someone confirms or refunds it. Throws 404, 400 for an
 * unknown reference, 409 `task_closed`, and 409 `not_payable` when the card provider has no checkout for it.
 */
export async function takeUpPayment(deps: Deps, actor: NamedActor, taskId: string, reference: string): Promise<void> {
  const { db, now } = deps
  // Before the transaction that refuses too, as processing it again already books it.
  await refuseOnCopy(deps.copy)
  const task = await getUnknown(db, taskId)
  await recordEarlierPayment(deps, task.subject)
  const isBooked = (await findCardPayment(db, task.subject)) !== undefined
  const paid = isBooked ? undefined : await findPaidSession(deps, task.subject)
  await decideAs(db, actor, 'tasks.settle', async (trx) => {
    const booked = await findCardPayment(trx, task.subject)
    const bookingId = booked?.booking_id ?? (await findBookingId(trx, reference))
    const hasOwner = await lockOwner(trx, bookingId)
    const booking = await lockBooking(trx, bookingId)
    await refuseOwnBooking(trx, actor, bookingId, 'tasks.settle')
    await closeTask(trx, actor, taskId, `Imported for booking ${booking.reference}.`, now())
    if (!booked && !hasOwner) {
      throw new AppError('not_payable', 'This booking’s account has been deleted: refund the payment at the card provider.')
    }
    const paymentId = booked?.id ?? (paid && (await book(deps, trx, booking, paid)))
    await recordAudit(trx, { actor, action: 'payment.taken_up', subject: { kind: 'payment', id: paymentId ?? null }, after: { bookingId } })
  })
}

/**
 * Records that a payment known only to the card provider is not ours or was refunded there, and closes its task. Throws
 * 404, 409 `task_closed`, and 409 `not_payable` if the payment is now in our books.
 */
export async function disownPayment({ db, now }: Deps, actor: NamedActor, taskId: string, reference: string): Promise<void> {
  await decideAs(db, actor, 'tasks.settle', async (trx) => {
    const { subject } = await getUnknown(trx, taskId)
    await closeTask(trx, actor, taskId, `Not ours: ${reference}`, now())
    if (await findCardPayment(trx, subject)) throw new AppError('not_payable', 'This payment is now in our books: import it.')
    await recordAudit(trx, { actor, action: 'payment.disowned', subject: { kind: 'task', id: taskId } })
  })
}

async function getUnknown(db: Database | Trx, taskId: string): Promise<{ subject: string }> {
  const task = await db.selectFrom('tasks').select(['kind', 'subject']).where('id', '=', taskId).executeTakeFirst()
  if (!task) throw notFound('Task')
  if (task.kind !== 'unknown_payment') throw new AppError('not_payable', 'This task isn’t about an unknown payment.')
  return task
}

interface PaidSession {
  session: CheckoutSession
  payment: ReceivedPayment
}

async function findPaidSession({ cards }: Deps, paymentId: string): Promise<PaidSession> {
  for await (const { id } of cards.listSessions({ paymentId })) {
    const session = await cards.getSession(id)
    if (session.payment) return { session, payment: session.payment }
  }
  throw new AppError('not_payable', 'The card provider has no checkout for this payment: refund it there.')
}

async function findBookingId(trx: Trx, reference: string): Promise<string> {
  const booking = await trx.selectFrom('bookings').select('id').where('reference', '=', writtenCode(reference)).executeTakeFirst()
  if (booking) return booking.id
  const message = 'No booking has this reference.'
  throw new AppError('validation_failed', message, { issues: [{ path: 'reference', message }] })
}

/** Books the payment together with the attempt it was made for, and returns the payment's id. The booking must be locked. */
async function book({ now }: Deps, trx: Trx, booking: LockedBooking, { session, payment }: PaidSession): Promise<string> {
  // We have no row for the attempt, or the payment would already be booked.
  const attemptId = session.attemptId && isUuid(session.attemptId) ? session.attemptId : randomUUID()
  await createPaidAttempt(trx, {
    id: attemptId,
    bookingId: booking.id,
    amountCents: booking.total_cents,
    currency: booking.currency,
    sessionId: session.id,
    paidAt: payment.paidAt,
    now: now(),
  })
  const id = await createCardPayment(trx, { bookingId: booking.id, attemptId, received: payment, role: 'quarantined' })
  await openWrongPayment(trx, booking, id, payment, now())
  return id
}
