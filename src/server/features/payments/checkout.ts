import { tourTotalCents } from '#shared/bookings.ts'
import { dayIn } from '#shared/dates.ts'
import { centsToUnits, formatMoney } from '#shared/money.ts'
import type { CreateCheckoutBody } from '#shared/payments.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { PROVIDER_MINIMUM_CENTS } from '#server/features/bookings/commands.ts'
import { createTourBooking } from '#server/features/bookings/tours/commands.ts'
import { lockDeparture, takeSeats } from '#server/features/tours/commands.ts'
import { findOfferedTour, findSeatsLeft, type OfferedTour } from '#server/features/tours/queries.ts'
import { createAttempt, type AttemptRow } from './attempts/commands.ts'
import { closeAttempt, reuse } from './attempts/flows.ts'
import { findActiveAttempt } from './attempts/queries.ts'
import { ensurePrice } from './sync.ts'

interface Customer {
  userId: string
  email: string
}

/**
 * Holds the seats of a tour booking and opens the card page; its address. The same person's second call for the same
 * day and group gets the same page; another group size replaces the first. Throws 400 `date_in_past`, 404,
 * 409 `sold_out`, 409 `price_changed`, 409 `not_payable` when an earlier attempt turns out to be paid, 502
 * `payment_unavailable`.
 */
export async function startTourCheckout(deps: Deps, customer: Customer, body: CreateCheckoutBody, origin: string): Promise<string> {
  const tour = await requireOffer(deps, body)
  // Each round either ends or closes one earlier attempt of this person for this departure.
  for (let round = 0; round < 5; round++) {
    const held = await deps.db.transaction().execute((trx) => holdSeats(deps, trx, customer, tour, body, origin))
    if (held.isReusable) {
      const url = await reuse(deps, held.attempt)
      if (url) return url
    } else {
      await closeAttempt(deps, held.attempt.id)
    }
    await refuseIfPaid(deps, held.attempt.booking_id)
  }
  throw new AppError('unavailable', 'We are busy with another payment of yours for this tour. Please try again in a moment.')
}

/** The earlier attempt turned out to be paid: to pay once more must be the person's own decision (payments 3.9). */
async function refuseIfPaid({ db }: Deps, bookingId: string): Promise<void> {
  const booking = await db.selectFrom('bookings').select('status').where('id', '=', bookingId).executeTakeFirst()
  if (booking?.status !== 'confirmed') return
  throw new AppError('not_payable', 'Your payment for this tour and date has just arrived. You will find it under My Bookings.')
}

/** The tour, if it can be booked as asked; the server decides the amount (rows 34 and 36). */
async function requireOffer(deps: Deps, body: CreateCheckoutBody): Promise<OfferedTour> {
  const tour = await findOfferedTour(deps.db, body.tour_id)
  if (!tour) throw notFound('Tour')
  if (body.travelDate < dayIn(deps.config.AGENCY_TIME_ZONE, deps.now())) {
    throw new AppError('date_in_past', 'That date has already passed. Please choose a later one.', {
      issues: [{ path: 'travelDate', message: 'That date has already passed. Please choose a later one.' }],
    })
  }
  const totalCents = tourTotalCents(tour.base_price_cents, body.totalGuests)
  if (totalCents < PROVIDER_MINIMUM_CENTS) {
    throw new AppError('not_payable', 'This tour cannot be paid by card. Please contact us to book it.')
  }
  const priceId = await ensurePrice(deps.db, deps.cards, tour.id)
  if (priceId !== body.priceId) {
    const total = formatMoney({ cents: totalCents, currency: tour.currency })
    throw new AppError('price_changed', `The price of this tour has changed. The new total is ${total}.`, {
      price: { priceId, basePrice: centsToUnits(tour.base_price_cents), total: centsToUnits(totalCents), currency: tour.currency },
    })
  }
  return tour
}

interface Held {
  attempt: AttemptRow
  /** False: an earlier attempt for another group or price, to be closed first. */
  isReusable: boolean
}

/**
 * Takes the seats and makes booking and attempt, in one transaction; or finds the attempt that this person has already
 * under way for this departure. Throws 409 `sold_out`.
 */
export async function holdSeats(
  deps: Deps,
  trx: Trx,
  customer: Customer,
  tour: OfferedTour,
  { travelDate, totalGuests, priceId }: CreateCheckoutBody,
  origin: string,
): Promise<Held> {
  await lockDeparture(trx, tour.id, travelDate, tour.max_people)
  const earlier = await findAttemptUnderWay(trx, customer.userId, tour.id, travelDate)
  if (earlier) {
    const isSame = earlier.guests === totalGuests && earlier.unit_price_cents === tour.base_price_cents
    return { attempt: earlier, isReusable: isSame && earlier.expires_at > deps.now() }
  }
  if (!(await takeSeats(trx, tour.id, travelDate, totalGuests))) throw await soldOut(trx, tour, travelDate)
  const booking = await createTourBooking(trx, customer.userId, tour, travelDate, totalGuests)
  const attempt = await createAttempt(trx, {
    bookingId: booking.id,
    reference: booking.reference,
    amountCents: booking.totalCents,
    currency: tour.currency,
    lineItem: { price: priceId, quantity: totalGuests },
    customerEmail: customer.email,
    origin,
    expiresAt: new Date(deps.now().getTime() + deps.config.HOLD_MINUTES * 60_000),
  })
  return { attempt, isReusable: true }
}

async function findAttemptUnderWay(trx: Trx, userId: string, tourId: string, day: string) {
  return trx
    .selectFrom('payment_attempts')
    .innerJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
    .innerJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .selectAll('payment_attempts')
    .select(['tour_bookings.guests', 'tour_bookings.unit_price_cents'])
    .where('bookings.user_id', '=', userId)
    .where('bookings.status', '=', 'pending')
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where('payment_attempts.status', 'in', ['creating', 'open'])
    .executeTakeFirst()
}

/** Asked on the connection in hand: to wait for another one here, with all of them waiting for us, would be for ever. */
async function soldOut(trx: Trx, tour: OfferedTour, day: string): Promise<AppError> {
  const left = (await findSeatsLeft(trx, tour.id, day))?.seatsLeft ?? 0
  const message =
    left <= 0
      ? 'This tour is sold out on that date. Please choose another date.'
      : `Only ${left} ${left === 1 ? 'seat is' : 'seats are'} left on that date.`
  return new AppError('sold_out', message, { issues: [{ path: 'totalGuests', message }] })
}

/** The hosted checkout of a tour booking whose seats are still held. Throws 409 `not_payable`. */
export async function continueTourPayment(deps: Deps, bookingId: string): Promise<string> {
  const attempt = await findActiveAttempt(deps.db, bookingId)
  const url = attempt && (await reuse(deps, attempt))
  if (!url) throw new AppError('not_payable', 'The time to pay for this booking is over, or it has been paid.')
  return url
}
