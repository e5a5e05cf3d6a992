import { formatMoney, leastCharge } from '#shared/money.ts'
import { PAYMENT_METHODS } from '#shared/payments/methods.ts'
import { PROVIDER_MAXIMUM_CENTS } from '#shared/payments/public.ts'
import { dueAtOf, dueDayFault } from '#shared/reservations/due-moments.ts'
import * as calls from '#shared/reservations/staff-calls.ts'
import { NO_WAY_TO_REACH, type ReservationBody, type ReservationMade } from '#shared/reservations/staff.ts'
import { createByPhone, inviteCustomer, lockCustomer, takeCustomer } from '#server/features/accounts/people/customers.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { lockBooking } from '#server/features/bookings/records.ts'
import { findReservationByKey, insertingReservation } from '#server/features/bookings/reservations.ts'
import { alongWithSale, newTourBooking, setTravellers, type TourSale } from '#server/features/bookings/tour-bookings.ts'
import { decideSale } from '#server/features/checkout/offers.ts'
import { isSaleOver, saleOver, takeOfferCode, takePlaces, withSlot } from '#server/features/checkout/places.ts'
import { createCodeGuard } from '#server/features/codes/uses.ts'
import { findOfferedTour } from '#server/features/tours/offered-tours.ts'
import { notOnSale } from '#server/features/tours/sale.ts'
import { lockDeparture } from '#server/features/tours/seats.ts'
import { lockActor, type Actor, type NamedActor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { readPhone, type PhoneColumns } from '#server/lib/phones.ts'
import type { Serving } from '#server/lib/serve.ts'
import { todayOf } from '#server/lib/travel-days.ts'
import { reservationEndings } from './endings.ts'
import { offlinePayments } from './offline-payments.ts'
import { mailReservation, paymentLinks } from './payment-links.ts'
import { reservationPayment } from './payment.ts'
import { voidedPayments } from './voided-payments.ts'

/** `parts` provides what the other features know about people. */
export function reservations(deps: Deps, parts: readonly PersonalData[]): Feature {
  return {
    calls(serving) {
      newReservations(serving, deps, parts)
      paymentLinks(serving, deps)
      reservationEndings(serving)
      reservationPayment(serving, deps)
      offlinePayments(serving)
      voidedPayments(serving)
    },
  }
}

function newReservations({ flow }: Serving, deps: Deps, parts: readonly PersonalData[]): void {
  const guarded = createCodeGuard(deps)
  flow(calls.makeReservation, async ({ actor, body, request }) =>
    guarded(request, body.code, async () => makeReservation(deps, actor, body, parts)),
  )
}

/**
 * Books a tour over the phone. Submitting the same form again, even at the same moment, returns the booking it has
 * already made. Throws 400 for invalid dates, 404, 409 `email_taken`, 409 `price_changed`, 409 `departure_left`, 409
 * `sold_out` and 409 `not_payable`. `parts` provides what the other features know about people.
 */
async function makeReservation(
  deps: Deps,
  actor: NamedActor,
  body: ReservationBody,
  parts: readonly PersonalData[],
): Promise<ReservationMade> {
  const earlier = await findMade(deps, body.key)
  if (earlier) return earlier
  const sale = await requireOffer(deps, body)
  try {
    const { made, cleanUp } = await deps.db.transaction().execute(async (trx) => {
      // Otherwise two staff members booking for each other would each hold their own account and wait for the other's.
      if ('id' in body.customer && body.customer.id < actor.accountId) await lockCustomer(trx, body.customer.id)
      await lockActor(trx, actor, 'bookings.reserve')
      return reserve(deps, trx, actor, sale, body, parts)
    })
    await cleanUp()
    return made
  } catch (error) {
    // A concurrent submission may have won, taking the last seats or the address.
    const made = await findMade(deps, body.key)
    if (!made) throw error
    return made
  }
}

async function findMade({ db }: Deps, key: string): Promise<ReservationMade | undefined> {
  const made = await findReservationByKey(db, key)
  return made && { bookingId: made.booking_id, reference: made.reference, dueAt: made.due_at.toISOString() }
}

async function requireOffer(deps: Deps, body: ReservationBody): Promise<TourSale> {
  const { tourId, travelDate, totalGuests, totalCents, payBy, dueOn } = body
  const tour = await findOfferedTour(deps.db, tourId)
  if (!tour) throw notFound('Tour')
  const sale = await decideSale(deps, tour, { ...body, day: travelDate, guests: totalGuests }, 'travelDate')
  const clocks = { timeZone: deps.config.AGENCY_TIME_ZONE, now: deps.now() }
  const fault = dueDayFault(dueOn, { travelDate, saleEnd: tour.saleEnd }, clocks)
  if (fault !== undefined) throw wrong('dueOn', `${fault}.`)
  const price = sale.offer.totalCents
  if (price !== totalCents) {
    const total = formatMoney({ cents: price, currency: tour.currency })
    throw new AppError('price_changed', `The price of this tour has changed: the total is ${total}.`)
  }
  if (payBy === 'link' && (price < leastCharge(tour.currency).cents || price > PROVIDER_MAXIMUM_CENTS)) {
    throw new AppError('not_payable', 'This price can’t be paid by card. Please choose another payment method.')
  }
  return sale
}

function wrong(path: string, message: string): AppError {
  return new AppError('validation_failed', message, { issues: [{ path, message }] })
}

const WALK_IN = ' You can still book someone who is travelling on it as a walk-in.'

/**
 * Books a tour for a customer and holds its seats until payment is due, however many other departures they already hold.
 * Throws 404 for an unknown customer, 400 for an invalid phone number, 409 `email_taken`, 409 `sold_out`, and 409
 * `departure_left` unless it is a walk-in whose day is not over yet.
 */
async function reserve(
  deps: Deps,
  trx: Trx,
  actor: NamedActor,
  sale: TourSale,
  body: ReservationBody,
  parts: readonly PersonalData[],
): Promise<{ made: ReservationMade; cleanUp: () => Promise<void> }> {
  const { customer, travelDate, travellers, payBy } = body
  const { tour, offer } = sale
  const phone = readPhone(body.phone ?? null)
  const { id: userId, cleanUp } = await customerOf(deps, trx, actor, { customer, phone }, parts)
  const departure = await lockDeparture(trx, tour.id, travelDate)
  if (departure.cancelled_at || departure.blocked_at) throw notOnSale()
  if (isSaleOver(sale, deps.now())) {
    const isOver = travelDate < todayOf(deps, { time_zone: tour.selling?.timeZone ?? tour.saleEnd?.timeZone ?? null })
    if (isOver || !body.isWalkIn) throw await saleOver(deps, trx, sale, isOver ? '' : WALK_IN)
  }
  const slotId = await takePlaces(trx, sale, departure)
  const rows = newTourBooking(userId, sale, slotId, deps.now())
  const { id, reference, total_cents: totalCents } = rows.booking
  const dueAt = dueAtOf(body.dueOn, { travelDate, saleEnd: tour.saleEnd }, { timeZone: deps.config.AGENCY_TIME_ZONE, now: deps.now() })
  const reservation = { booking_id: id, request_key: body.key, pay_by: payBy, due_at: dueAt, made_by: actor.accountId }
  await withSlot(insertingReservation(alongWithSale(trx, rows), reservation).execute())
  await takeOfferCode(trx, offer, rows.booking)
  // A new account already has the number.
  const ownPhone = 'id' in customer && phone.number !== null ? { phone } : {}
  if (travellers.length > 0 || 'phone' in ownPhone) await setTravellers(trx, userId, id, { names: travellers, ...ownPhone })
  const booking = await lockBooking(trx, id)
  if (PAYMENT_METHODS[payBy].isEmailed) await mailReservation(deps, trx, booking, { pay_by: payBy, due_at: dueAt }, 'first')
  await recordAudit(trx, {
    actor,
    action: 'booking.reserved',
    subject: { kind: 'booking', id },
    after: { status: 'pending', totalCents, people: offer.people },
  })
  return { made: { bookingId: id, reference, dueAt: dueAt.toISOString() }, cleanUp }
}

async function customerOf(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  { customer, phone }: { customer: ReservationBody['customer']; phone: PhoneColumns },
  parts: readonly PersonalData[],
) {
  if ('id' in customer) return takeCustomer(deps, trx, actor, customer.id, parts)
  const { name, email } = customer
  if (email !== null) return inviteCustomer(deps, trx, actor, { name, email, phone }, parts)
  if (phone.number !== null) return { id: await createByPhone(trx, actor, { name, phone }), cleanUp: async () => undefined }
  throw new AppError('validation_failed', NO_WAY_TO_REACH, { issues: [{ path: 'phone', message: NO_WAY_TO_REACH }] })
}
