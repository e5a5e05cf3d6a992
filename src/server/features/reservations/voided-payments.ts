import { addDays, dayIn, momentIn } from '#shared/dates.ts'
import { dueText } from '#shared/reservations/due-moments.ts'
import * as calls from '#shared/reservations/staff-calls.ts'
import { bookingConfirmed } from '#server/emails/bookings.ts'
import { paymentVoidedMail } from '#server/emails/reservations.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders.ts'
import { lockBooking, lockOwner, type LockedBooking } from '#server/features/bookings/records.ts'
import { findReservation, keepUntil } from '#server/features/bookings/reservations.ts'
import { isDepartureCancelled, reopenBooking } from '#server/features/bookings/statuses.ts'
import { readTrip } from '#server/features/bookings/trips.ts'
import { keepQuoteUntil } from '#server/features/bookings/vehicle-bookings.ts'
import { retractMail } from '#server/features/mails/commands.ts'
import { voidPayment } from '#server/features/payments/payments.ts'
import { findBankFacts } from '#server/features/settings/settings.ts'
import { settleTasks } from '#server/features/tasks/tasks.ts'
import { decideAs, type NamedActor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { Serving } from '#server/lib/serve.ts'
import { todayOf } from '#server/lib/travel-days.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { createPayUrl } from './payment-links.ts'

export function voidedPayments({ flow }: Serving): void {
  flow(calls.voidPayment, async ({ deps, actor, params, body }) => {
    const isReopened = await voidOfflinePayment(deps, actor, params.id, body.reason)
    return { message: isReopened ? 'Payment voided. The booking is awaiting payment again' : 'The payment is voided' }
  })
}

/**
 * Voids a payment in cash or by transfer that was recorded by mistake. The booking that it had confirmed is again the
 * reservation or the quote that it was, with its seats, at least until the end of the agency's day. Returns whether it
 * had confirmed one. Throws 404, 403 and 409 `not_voidable` with the reason.
 */
export async function voidOfflinePayment(deps: Deps, actor: NamedActor, paymentId: string, reason: string): Promise<boolean> {
  const found = isUuid(paymentId)
    ? await deps.db.selectFrom('payments').select('booking_id').where('id', '=', paymentId).executeTakeFirst()
    : undefined
  if (!found) throw notFound('Payment')
  return decideAs(deps.db, actor, 'payments.void', async (trx) => {
    await lockOwner(trx, found.booking_id)
    const booking = await lockBooking(trx, found.booking_id)
    await refuseOwnBooking(trx, actor, booking.id, 'payments.void')
    const { role, amount_cents: amountCents } = await lockVoidable(deps, trx, booking, paymentId)
    await voidPayment(trx, paymentId, { by: actor.accountId, reason, at: deps.now() })
    const isReopened = role === 'primary'
    if (isReopened) await reopen(deps, trx, booking, paymentId)
    else await settleTasks(trx, ['wrong_payment'], paymentId, `The payment was voided: ${reason}`, deps.now())
    const after = isReopened ? (booking.kind === 'tour' ? ('pending' as const) : ('approved' as const)) : booking.status
    await recordAudit(trx, {
      actor,
      action: 'payment.voided',
      subject: { kind: 'payment', id: paymentId },
      before: { status: booking.status },
      after: { status: after, bookingId: booking.id, amountCents },
    })
    return isReopened
  })
}

async function lockVoidable(deps: Deps, trx: Trx, booking: LockedBooking, paymentId: string) {
  const payment = await trx.selectFrom('payments').selectAll().where('id', '=', paymentId).forUpdate().executeTakeFirstOrThrow()
  if (payment.provider_payment_id !== null) throw notVoidable('This was paid by card, so it can be refunded but not voided.')
  if (payment.role === 'voided') {
    const voider = await trx.selectFrom('users').select('name').where('id', '=', payment.voided_by).executeTakeFirst()
    throw notVoidable(`${voider?.name ?? 'Someone'} has already voided this payment.`)
  }
  if (await trx.selectFrom('refunds').select('id').where('payment_id', '=', paymentId).limit(1).executeTakeFirst())
    throw notVoidable('Part of this payment has been or is being refunded, so it can’t be voided.')
  if (payment.role !== 'primary') return payment
  if (booking.status === 'cancelled') throw notVoidable('This booking has since been cancelled: refund anything that’s due.')
  if (booking.status !== 'confirmed' || (await hasBegun(deps, trx, booking)))
    throw notVoidable('The trip or move has already started, so its payment can’t be voided. Add a note explaining what’s wrong.')
  if (await isDepartureCancelled(trx, booking.id))
    throw notVoidable('The departure has been cancelled and its bookings are being cancelled automatically.')
  return payment
}

async function hasBegun(deps: Deps, trx: Trx, booking: LockedBooking): Promise<boolean> {
  if (booking.kind === 'tour') return booking.starts_on < todayOf(deps, booking)
  const { pickup_at } = await trx
    .selectFrom('vehicle_bookings')
    .select('pickup_at')
    .where('booking_id', '=', booking.id)
    .executeTakeFirstOrThrow()
  return pickup_at <= deps.now()
}

/** Makes a confirmed booking wait for its payment again, and takes back what its customer has been told. */
async function reopen(deps: Deps, trx: Trx, booking: LockedBooking, paymentId: string): Promise<void> {
  await reopenBooking(trx, booking)
  const reservation = await findReservation(trx, booking.id)
  const least = leastUntil(deps, booking)
  const until = booking.kind === 'tour' ? await keepUntil(trx, booking.id, least) : await keepQuoteUntil(trx, booking.id, least)
  const { name, email } = await getCustomer(trx, booking.id)
  const isTold = await retractMail(trx, `${bookingConfirmed.template}:${booking.id}`, paymentId)
  if (!isTold) return
  // As with a reservation's email: no link for an email that is not sent.
  const payUrl = reservation?.pay_by === 'link' && realAddress(email) !== null ? await createPayUrl(deps, trx, booking.id) : null
  const facts = { ...booking, customerName: name, siteUrl: deps.origins.ofMails(), ...(await readTrip(deps, trx, booking)) }
  const voided = {
    ...(await findBankFacts(trx)),
    paymentId,
    payUrl,
    payUntil: dueText(until, deps.config.AGENCY_TIME_ZONE),
    expiresAt: until,
  }
  await queueMail(trx, deps.queue, paymentVoidedMail(email, facts, voided))
}

/** The end of the agency's day, so that no one loses their places by our mistake; never after the day of travel or the end of the sale. */
function leastUntil({ config, now }: Deps, booking: LockedBooking): Date {
  const { AGENCY_TIME_ZONE: timeZone } = config
  const endOf = (zone: string, day: string) => momentIn(zone, `${addDays(day, 1)}T00:00`)
  const ends = [endOf(timeZone, dayIn(timeZone, now())), endOf(booking.time_zone ?? timeZone, booking.starts_on)]
  if (booking.sale_ends_at && booking.sale_ends_at > now()) ends.push(booking.sale_ends_at)
  return new Date(Math.min(...ends.map((end) => end.getTime())))
}

function notVoidable(message: string): AppError {
  return new AppError('not_voidable', message)
}
