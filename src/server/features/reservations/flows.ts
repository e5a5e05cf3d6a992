import { formatMoney, leastCharge } from '#shared/money.ts'
import { PROVIDER_MAXIMUM_CENTS } from '#shared/payments/public.ts'
import { dueDayFault } from '#shared/reservations/due-moments.ts'
import type { ReservationBody, ReservationMade } from '#shared/reservations/staff.ts'
import { lockCustomer } from '#server/features/accounts/people/customers.ts'
import { findReservationByKey } from '#server/features/bookings/reservations.ts'
import type { TourSale } from '#server/features/bookings/tour-bookings.ts'
import { decideSale } from '#server/features/checkout/offers.ts'
import { findOfferedTour } from '#server/features/tours/offered-tours.ts'
import { lockActor, type NamedActor } from '#server/lib/actors.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { reserve } from './commands.ts'

/**
 * Books a tour over the phone. Submitting the same form again, even at the same moment, returns the booking it has
 * already made. Throws 400 for invalid dates, 404, 409 `email_taken`, 409 `price_changed`, 409 `departure_left`, 409
 * `sold_out` and 409 `not_payable`. `parts` provides what the other features know about people.
 */
export async function makeReservation(
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
