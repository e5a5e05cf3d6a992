import { tourTotalCents } from '#shared/bookings.ts'
import { dayIn } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { PROVIDER_MAXIMUM_CENTS, PROVIDER_MINIMUM_CENTS } from '#shared/payments.ts'
import type { ReservationBody, ReservationMade } from '#shared/reservations.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { refuseDayOff, refusePastDay, refuseTooFarAhead } from '#server/lib/travel-days.ts'
import type { NamedActor } from '#server/features/audit/commands.ts'
import { findOfferedTour, type OfferedTour } from '#server/features/tours/queries.ts'
import { reserve } from './commands.ts'
import { findReservationByKey } from './queries.ts'

/**
 * Books a tour on the telephone. The same form sent again, also at the same moment, gets the booking that it has made. Throws 400 for
 * days that do not fit, 404, 409 `email_taken`, 409 `price_changed`, 409 `sold_out` and 409 `not_payable`.
 */
export async function makeReservation(deps: Deps, actor: NamedActor, body: ReservationBody): Promise<ReservationMade> {
  const earlier = await findMade(deps, body.key)
  if (earlier) return earlier
  const tour = await requireOffer(deps, body)
  try {
    return await deps.db.transaction().execute(async (trx) => reserve(deps, trx, actor, tour, body))
  } catch (error) {
    // The other of two clicks has been quicker: it may have taken the last seats, or the address.
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
  const today = dayIn(deps.config.AGENCY_TIME_ZONE, deps.now())
  refusePastDay(deps, travelDate, 'travelDate')
  refuseTooFarAhead(deps, travelDate, 'travelDate')
  refuseDayOff(deps, tour.runs, travelDate, 'travelDate')
  if (dueOn < today) throw wrong('dueOn', 'That day has already passed.')
  if (dueOn > travelDate) throw wrong('dueOn', 'It must be paid by the day of departure.')
  const price = tourTotalCents(tour.base_price_cents, totalGuests)
  if (price !== totalCents) {
    const total = formatMoney({ cents: price, currency: tour.currency })
    throw new AppError('price_changed', `The price of this tour is another one: the total is ${total}.`)
  }
  if (payBy === 'link' && (price < PROVIDER_MINIMUM_CENTS || price > PROVIDER_MAXIMUM_CENTS)) {
    throw new AppError('not_payable', 'This price cannot be paid by card. Please agree on another way.')
  }
  return tour
}

function wrong(path: string, message: string): AppError {
  return new AppError('validation_failed', message, { issues: [{ path, message }] })
}
