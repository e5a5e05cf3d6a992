import { longDay } from '#shared/dates.ts'
import type { CreateCheckoutBody } from '#shared/payments.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { unindexed } from '#server/lib/unindexed.ts'
import { lockAccount } from '#server/features/accounts/commands.ts'
import { createTourBooking } from '#server/features/bookings/tours/commands.ts'
import { lockDeparture, takeSeats } from '#server/features/tours/commands.ts'
import { findSeatsLeft, type OfferedTour } from '#server/features/tours/queries.ts'
import { createAttempt } from '../attempts/commands.ts'
import type { Decision } from '../attempts/flows.ts'
import { ATTEMPT_COLUMNS } from '../attempts/queries.ts'

/** The departures that a refusal names: all of them, unless an operator allows many. */
const MOST_NAMED = 5

export interface Customer {
  userId: string
  email: string
}

/**
 * Takes the seats and makes booking and attempt, in one transaction; or finds the attempt that this person has already
 * under way for this departure: to be closed first when it is for another group or price. Throws 401 for an account that
 * was deleted meanwhile, 409 `too_many_holds` and 409 `sold_out`, also for a departure that staff have blocked.
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
  const departure = await lockDeparture(trx, tour.id, travelDate)
  if (departure.cancelled_at) throw notRunning()
  const earlier = await findAttemptUnderWay(trx, customer.userId, tour.id, travelDate)
  if (earlier) {
    const isSamePrice = earlier.unit_price_cents === tour.base_price_cents && earlier.currency === tour.currency
    const isSame = earlier.guests === totalGuests && isSamePrice
    return isSame && earlier.expires_at > deps.now() ? { pay: earlier } : { close: earlier }
  }
  if (departure.blocked_at) throw notRunning()
  await refuseMoreHolds(deps, trx, customer.userId)
  if (!(await takeSeats(trx, tour.id, travelDate, totalGuests))) throw await soldOut(trx, tour, travelDate)
  const booking = await createTourBooking(trx, customer.userId, tour, travelDate, totalGuests, deps.now())
  const attempt = await createAttempt(deps, trx, {
    bookingId: booking.id,
    reference: booking.reference,
    amountCents: booking.totalCents,
    currency: tour.currency,
    item: { priceId, quantity: totalGuests },
    customerEmail: customer.email,
    booked: { ...tour, title: tour.name, starts_on: travelDate, guests: totalGuests },
    origin,
  })
  return { pay: attempt }
}

/** So that nobody can hold the seats of everybody else. The account is locked: of two checkouts at once the second counts the first. */
async function refuseMoreHolds({ config }: Deps, trx: Trx, userId: string): Promise<void> {
  const most = config.OPEN_HOLDS_PER_ACCOUNT
  const held = await trx
    .selectFrom('bookings')
    .select(['reference', 'title', 'starts_on'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'tour')
    .where(unindexed('bookings.status'), '=', 'pending')
    // What staff keep for them is theirs to decide.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('reservations').select('due_at').whereRef('reservations.booking_id', '=', 'bookings.id'))),
    )
    .orderBy('created_at')
    .limit(most)
    .execute()
  if (held.length < most) return
  const names = held.slice(0, MOST_NAMED).map(({ title, starts_on, reference }) => `${title} on ${longDay(starts_on)} (${reference})`)
  const departures = most === 1 ? 'a departure' : `${most} departures`
  throw new AppError(
    'too_many_holds',
    `You hold seats for ${departures} that you have not paid for. Please pay for one or release its seats under My Bookings first: ${names.join('; ')}.`,
  )
}

async function findAttemptUnderWay(trx: Trx, userId: string, tourId: string, day: string) {
  return trx
    .selectFrom('payment_attempts')
    .innerJoin('bookings', 'bookings.id', 'payment_attempts.booking_id')
    .innerJoin('tour_bookings', 'tour_bookings.booking_id', 'bookings.id')
    .select(ATTEMPT_COLUMNS)
    .select(['tour_bookings.guests', 'tour_bookings.unit_price_cents'])
    .where('bookings.user_id', '=', userId)
    .where('bookings.kind', '=', 'tour')
    .where(unindexed('bookings.status'), '=', 'pending')
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where(unindexed('payment_attempts.status'), 'in', ['creating', 'open'])
    .executeTakeFirst()
}

export function notRunning(): AppError {
  const message = 'This tour does not run on that date. Please choose another date.'
  return new AppError('sold_out', message, { issues: [{ path: 'totalGuests', message }] })
}

/** Asked on the connection in hand: to wait for another one here, with all of them waiting for us, would be for ever. */
export async function soldOut(trx: Trx, tour: OfferedTour, day: string): Promise<AppError> {
  const left = (await findSeatsLeft(trx, tour.id, day))?.seatsLeft ?? 0
  const message =
    left <= 0
      ? 'This tour is sold out on that date. Please choose another date.'
      : `Only ${left} ${left === 1 ? 'seat is' : 'seats are'} left on that date.`
  return new AppError('sold_out', message, { issues: [{ path: 'totalGuests', message }] })
}
