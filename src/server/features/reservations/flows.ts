import { tourTotalCents } from '#shared/bookings/public.ts'
import { dueDayFault } from '#shared/reservations/due-moments.ts'
import { formatMoney } from '#shared/money.ts'
import { PROVIDER_MAXIMUM_CENTS, PROVIDER_MINIMUM_CENTS } from '#shared/payments/public.ts'
import type { ReservationBody, ReservationMade } from '#shared/reservations/staff.ts'
import { lockActor } from '#server/lib/actor-locks.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { refuseDayOff, refusePastDay, refuseTooFarAhead } from '#server/lib/travel-days.ts'
import { lockCustomer } from '#server/features/accounts/customers/commands.ts'
import type { NamedActor } from '#server/features/audit/commands.ts'
import { findOfferedTour, type OfferedTour } from '#server/features/tours/queries.ts'
import { findReservationByKey } from '#server/features/bookings/reservations/queries.ts'
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
  const tour = await requireOffer(deps, body)
  try {
    const { made, cleanUp } = await deps.db.transaction().execute(async (trx) => {
      // Otherwise two staff members booking for each other would each hold their own account and wait for the other's.
      if ('id' in body.customer && body.customer.id < actor.accountId) await lockCustomer(trx, body.customer.id)
      await lockActor(trx, actor, 'bookings.reserve')
      return reserve(deps, trx, actor, tour, body, parts)
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

async function requireOffer(deps: Deps, body: ReservationBody): Promise<OfferedTour> {
  const { tourId, travelDate, totalGuests, totalCents, payBy, dueOn } = body
  const tour = await findOfferedTour(deps.db, tourId)
  if (!tour) throw notFound('Tour')
  refusePastDay(deps, travelDate, 'travelDate', tour.saleEnd)
  refuseTooFarAhead(deps, travelDate, 'travelDate')
  refuseDayOff(deps, tour, travelDate, 'travelDate')
  const clocks = { timeZone: deps.config.AGENCY_TIME_ZONE, now: deps.now() }
  const fault = dueDayFault(dueOn, { travelDate, saleEnd: tour.saleEnd }, clocks)
  if (fault !== undefined) throw wrong('dueOn', `${fault}.`)
  const price = tourTotalCents(tour.base_price_cents, totalGuests)
  if (price !== totalCents) {
    const total = formatMoney({ cents: price, currency: tour.currency })
    throw new AppError('price_changed', `The price of this tour has changed: the total is ${total}.`)
  }
  if (payBy === 'link' && (price < PROVIDER_MINIMUM_CENTS || price > PROVIDER_MAXIMUM_CENTS)) {
    throw new AppError('not_payable', 'This price cannot be paid by card. Please agree on another way.')
  }
  return tour
}

function wrong(path: string, message: string): AppError {
  return new AppError('validation_failed', message, { issues: [{ path, message }] })
}
