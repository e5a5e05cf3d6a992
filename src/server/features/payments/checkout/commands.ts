import type { CreateCheckoutBody } from '#shared/payments.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { lockAccount } from '#server/features/accounts/commands.ts'
import { createTourBooking } from '#server/features/bookings/tours/commands.ts'
import { lockDeparture, takeSeats } from '#server/features/tours/commands.ts'
import { findSeatsLeft, type OfferedTour } from '#server/features/tours/queries.ts'
import { createAttempt } from '../attempts/commands.ts'
import type { Decision } from '../attempts/flows.ts'

export interface Customer {
  userId: string
  email: string
}

/**
 * Takes the seats and makes booking and attempt, in one transaction; or finds the attempt that this person has already
 * under way for this departure: to be closed first when it is for another group or price. Throws 401 for an account that
 * was deleted meanwhile, and 409 `sold_out`.
 */
export async function holdSeats(
  deps: Deps,
  trx: Trx,
  customer: Customer,
  tour: OfferedTour,
  { travelDate, totalGuests, priceId }: CreateCheckoutBody,
  origin: string,
): Promise<Decision<never>> {
  await lockAccount(trx, customer.userId)
  await lockDeparture(trx, tour.id, travelDate, tour.max_people)
  const earlier = await findAttemptUnderWay(trx, customer.userId, tour.id, travelDate)
  if (earlier) {
    const isSamePrice = earlier.unit_price_cents === tour.base_price_cents && earlier.currency === tour.currency
    const isSame = earlier.guests === totalGuests && isSamePrice
    return isSame && earlier.expires_at > deps.now() ? { pay: earlier } : { close: earlier }
  }
  if (!(await takeSeats(trx, tour.id, travelDate, totalGuests))) throw await soldOut(trx, tour, travelDate)
  const booking = await createTourBooking(trx, customer.userId, tour, travelDate, totalGuests, deps.now())
  const attempt = await createAttempt(deps, trx, {
    bookingId: booking.id,
    reference: booking.reference,
    amountCents: booking.totalCents,
    currency: tour.currency,
    item: { priceId, quantity: totalGuests },
    customerEmail: customer.email,
    origin,
  })
  return { pay: attempt }
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
