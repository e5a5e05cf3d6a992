import { dayIn, longDay, momentIn } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { PAYMENT_METHODS } from '#shared/payments/methods.ts'
import * as calls from '#shared/reservations/staff-calls.ts'
import type { OfflinePaymentBody } from '#shared/reservations/staff.ts'
import { bookingConfirmedMail } from '#server/emails/bookings.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders.ts'
import { asUuid, lockBooking, lockOwner, type LockedBooking } from '#server/features/bookings/records.ts'
import { findReservation } from '#server/features/bookings/reservations.ts'
import { confirmBooking, isDepartureCancelled } from '#server/features/bookings/statuses.ts'
import { readTrip } from '#server/features/bookings/trips.ts'
import { untilDecided } from '#server/features/checkout/card-page.ts'
import { QUARANTINE_MS } from '#server/features/fulfilment/fulfil.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine.ts'
import { findActiveAttempt } from '#server/features/payments/attempts.ts'
import { createOfflinePayment } from '#server/features/payments/payments.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { lockActor, type NamedActor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { Serving } from '#server/lib/serve.ts'
import { todayOf } from '#server/lib/travel-days.ts'

export function offlinePayments({ flow }: Serving): void {
  flow(calls.recordOfflinePayment, async ({ deps, actor, params, body }) => {
    const isConfirmed = await recordOfflinePayment(deps, actor, params.id, body)
    return { message: isConfirmed ? 'The booking is confirmed' : 'Payment recorded, awaiting a decision' }
  })
}

const BUSY = 'Someone is paying for this booking by card right now. Please try again in a moment.'

/**
 * Records a cash or bank transfer payment for a reservation or a quote and confirms its booking; an expired one retakes
 * its seats if there are any. What is set aside, or is not the price, confirms nothing and gets a task. An open card page is closed
 * first, and a payment made there counts. Returns whether the booking is confirmed. Throws 400 for a day that
 * cannot be, 404, 409 `price_changed`, and 409 `not_payable` or `sold_out` with the reason.
 */
export async function recordOfflinePayment(
  deps: Deps,
  actor: NamedActor,
  bookingId: string,
  payment: OfflinePaymentBody,
): Promise<boolean> {
  const id = asUuid(bookingId)
  const { isSetAside, totalCents, receivedCents = totalCents } = payment
  const isForPrice = !isSetAside && receivedCents === totalCents
  await untilDecided<'recorded'>(deps, BUSY, async (trx) => {
    await lockActor(trx, actor, 'payments.record')
    const hasOwner = await lockOwner(trx, id)
    const booking = await lockBooking(trx, id)
    await refuseOwnBooking(trx, actor, id, 'payments.record')
    if (booking.kind === 'tour' && !(await findReservation(trx, id))) throw notFound('Reservation')
    const paidAt = await paidAtOf(deps, trx, id, payment)
    if (isForPrice) await refuseUnpayable(trx, booking)
    const active = await findActiveAttempt(trx, id)
    if (active) return { close: active }
    if (isForPrice) await confirm(deps, trx, actor, booking, hasOwner, { ...payment, paidAt })
    else await setAside(deps, trx, actor, booking, { ...payment, receivedCents, paidAt })
    return { outcome: 'recorded' }
  })
  return isForPrice
}

type Came = OfflinePaymentBody & { paidAt: Date }

async function setAside(
  { now }: Deps,
  trx: Trx,
  actor: NamedActor,
  { id: bookingId, user_id: userId, currency, total_cents }: LockedBooking,
  { method, reference, receivedCents, paidAt }: Came & { receivedCents: number },
): Promise<void> {
  const recordedBy = await findRecorder(trx, bookingId, reference)
  if (recordedBy) throw notPayable(`${recordedBy} has already recorded a payment with this reference.`)
  const paymentId = await createOfflinePayment(trx, {
    bookingId,
    amountCents: receivedCents,
    currency,
    method,
    reference,
    recordedBy: actor.accountId,
    paidAt,
    role: 'quarantined',
  })
  const paid = `${formatMoney({ cents: receivedCents, currency })} ${PAYMENT_METHODS[method].words} (${reference})`
  const price = formatMoney({ cents: total_cents, currency })
  const cause = `We received ${paid} for a booking of ${price}, which couldn’t be confirmed with it. Accept the payment to confirm the booking, or repay it.`
  const dueAt = new Date(now().getTime() + QUARANTINE_MS)
  await openTask(trx, { kind: 'wrong_payment', subject: paymentId, cause, bookingId, paymentId, userId, dueAt }, now())
  await recordAudit(trx, {
    actor,
    action: 'payment.recorded',
    subject: { kind: 'payment', id: paymentId },
    after: { bookingId, amountCents: receivedCents },
  })
}

/** Returns who recorded a payment of the booking with that reference. */
async function findRecorder(trx: Trx, bookingId: string, reference: string): Promise<string | undefined> {
  const recorded = await trx
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'recorded_by')
    .select('name')
    .where('booking_id', '=', bookingId)
    .where('outside_reference', '=', reference)
    .where('payments.role', '!=', 'voided')
    .executeTakeFirst()
  return recorded?.name
}

async function confirm(
  deps: Deps,
  trx: Trx,
  actor: NamedActor,
  booking: LockedBooking,
  hasOwner: boolean,
  { method, reference, totalCents, paidAt }: Came,
): Promise<void> {
  if (await findUndecidedPayment(trx, booking.id))
    throw notPayable('A payment for this booking needs a decision. Please complete its task first.')
  if (!hasOwner) throw notPayable('This booking’s account has been deleted.')
  if (booking.starts_on < todayOf(deps, booking))
    throw notPayable(booking.kind === 'tour' ? 'This departure has already left.' : 'The moving date has passed.')
  if (booking.total_cents !== totalCents) {
    throw new AppError(
      'price_changed',
      `The price of this booking is ${formatMoney({ cents: booking.total_cents, currency: booking.currency })}.`,
    )
  }
  const paymentId = await createOfflinePayment(trx, {
    bookingId: booking.id,
    amountCents: totalCents,
    currency: booking.currency,
    method,
    reference,
    recordedBy: actor.accountId,
    paidAt,
    role: 'primary',
  })
  if (!(await confirmBooking(trx, booking, deps.now()))) throw await unconfirmable(trx, booking)
  const customer = await getCustomer(trx, booking.id)
  const facts = { ...booking, customerName: customer.name, siteUrl: deps.origins.ofMails() }
  await queueMail(trx, deps.queue, bookingConfirmedMail(customer.email, { ...facts, ...(await readTrip(deps, trx, booking)) }))
  await recordAudit(trx, {
    actor,
    action: 'payment.recorded',
    subject: { kind: 'payment', id: paymentId },
    before: { status: booking.status },
    after: { status: 'confirmed', bookingId: booking.id, amountCents: totalCents },
  })
}

async function refuseUnpayable(trx: Trx, { id, kind, status }: LockedBooking): Promise<void> {
  if (status === 'cancelled') throw notPayable('This booking has been cancelled.')
  if (status === 'declined' || status === 'withdrawn') throw notPayable(`This request has been ${status}.`)
  const isUnpaid = status === 'approved' || status === 'pending' || status === 'expired'
  if (isUnpaid && kind === 'vehicle' && !(await isQuoted(trx, id))) throw notPayable('This request has no quote yet. Approve it first.')
  if (isUnpaid) return
  const recorded = await trx
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'recorded_by')
    .select(['name', 'outside_reference'])
    .where('booking_id', '=', id)
    .where('payments.role', '=', 'primary')
    .executeTakeFirst()
  const who = recorded ? `${recorded.name} has already recorded its payment, with reference ${recorded.outside_reference}` : undefined
  throw notPayable(`${who ?? 'This booking has already been paid'}.`)
}

async function isQuoted(trx: Trx, bookingId: string): Promise<boolean> {
  const quote = await trx.selectFrom('vehicle_bookings').select('quoted_cents').where('booking_id', '=', bookingId).executeTakeFirst()
  return quote !== undefined && quote.quoted_cents !== null
}

/** Returns now, or noon of an earlier day of the agency. */
async function paidAtOf({ config, now }: Deps, trx: Trx, bookingId: string, { paidOn }: OfflinePaymentBody): Promise<Date> {
  const dayOf = (moment: Date) => dayIn(config.AGENCY_TIME_ZONE, moment)
  if (paidOn === undefined || paidOn === dayOf(now())) return now()
  if (paidOn > dayOf(now())) throw impossibleDay('That date is in the future')
  const { created_at } = await trx.selectFrom('bookings').select('created_at').where('id', '=', bookingId).executeTakeFirstOrThrow()
  if (paidOn < dayOf(created_at)) throw impossibleDay(`The booking was made on ${longDay(dayOf(created_at))}`)
  return momentIn(config.AGENCY_TIME_ZONE, `${paidOn}T12:00`)
}

function impossibleDay(message: string): AppError {
  return new AppError('validation_failed', message, { issues: [{ path: 'paidOn', message }] })
}

async function unconfirmable(trx: Trx, booking: LockedBooking): Promise<AppError> {
  if (await isDepartureCancelled(trx, booking.id)) return notPayable('This departure has been cancelled.')
  return new AppError('sold_out', 'Its hold had expired and its seats have since been sold. Please choose another date.')
}

function notPayable(message: string): AppError {
  return new AppError('not_payable', message)
}
