import { optionHasLeft } from '#shared/tours/offers/option-days.ts'
import { hasLeft } from '#shared/tours/sale-ends.ts'
import { listLines } from '#server/features/bookings/lines.ts'
import type { TourSale } from '#server/features/bookings/tour-bookings.ts'
import { takeCode } from '#server/features/codes/uses.ts'
import type { AttemptRow } from '#server/features/payments/attempts.ts'
import { extraLeft, findOrMakeSlot, takeClaim } from '#server/features/tours/departures/claims.ts'
import { soldTour } from '#server/features/tours/departures/planned-slots.ts'
import { departureLeft, soldOut } from '#server/features/tours/sale.ts'
import { seatsLeft, type LockedDeparture } from '#server/features/tours/seats.ts'
import { errorCode, type Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'

/** Whether the departure that was chosen is no longer sold. */
export function isSaleOver({ tour, day, offer }: TourSale, now: Date): boolean {
  return tour.selling ? optionHasLeft(soldTour(tour), offer.option, offer.startTime, day, now) : hasLeft(tour.saleEnd, day, now)
}

/** The error for a departure whose sale is over. `more` suggests an alternative. */
export async function saleOver(deps: Deps, trx: Trx, { tour, day, offer }: TourSale, more = ''): Promise<AppError> {
  if (!tour.selling) return departureLeft(deps, trx, tour, day, offer.people, more)
  const what = offer.startTime === null ? 'This departure' : `The departure at ${offer.startTime}`
  const message = `${what} can no longer be booked. Please choose another time or date.${more}`
  return new AppError('departure_left', message, { issues: [{ path: 'travelDate', message }] })
}

/** A customer’s unpaid booking for the same tour and day. */
interface EarlierHold {
  id: string
  guests: number
  option_id: string | null
  start_time: string | null
  pickup_place: string | null
}

/** Whether an unpaid booking is for the same choice at the same price, so that its card page can be used again. */
export async function isSameSale(trx: Trx, earlier: EarlierHold, attempt: AttemptRow, { tour, offer, pickup }: TourSale): Promise<boolean> {
  const isSamePrice = attempt.amount_cents === offer.totalCents && attempt.currency === tour.currency
  if (!isSamePrice || earlier.guests !== offer.people) return false
  if (!tour.selling && earlier.option_id === null) return true
  const isSameTime = earlier.option_id === offer.option.id && earlier.start_time === offer.startTime
  if (!isSameTime || earlier.pickup_place !== (pickup?.place ?? null)) return false
  const lines = await listLines(trx, earlier.id)
  const keys = (all: { kind: string; ref: string; quantity: number }[]): string =>
    JSON.stringify(all.map(({ kind, ref, quantity }) => [kind, ref, quantity]))
  return keys(lines) === keys(offer.lines.map(({ id, ...line }) => ({ ...line, ref: id })))
}

/**
 * Takes the seats and extras of a sale at its start time, and returns the slot that has them; null for a tour without options, whose seats
 * are taken along with the booking. The departure must be locked. Throws 409 `sold_out`.
 */
export async function takePlaces(trx: Trx, { tour, day, offer }: TourSale, departure: LockedDeparture): Promise<string | null> {
  if (!tour.selling) {
    if (offer.seats > seatsLeft(departure)) throw soldOut(seatsLeft(departure))
    return null
  }
  const claim = {
    tourId: tour.id,
    day,
    capacityGroup: offer.option.capacityGroup,
    startsAt: offer.startTime ?? '',
    seats: offer.seats,
    extras: offer.lines.filter(({ kind }) => kind === 'extra').map(({ id, quantity }) => ({ id, quantity })),
  }
  const slot = await findOrMakeSlot(trx, tour.selling, claim)
  const left = Math.max(0, slot.capacity - slot.seats_taken)
  if (claim.seats > left) throw soldOut(left, offer.startTime)
  for (const { id, quantity } of claim.extras) {
    const pieces = await extraLeft(trx, tour.selling, claim, id)
    if (pieces !== undefined && quantity > pieces) throw extraSoldOut(offer.lines.find((line) => line.id === id)?.name ?? '', pieces)
  }
  await takeClaim(trx, soldTour(tour), slot.id, claim)
  return slot.id
}

/** Counts the code of an offer, once its booking has been written. Throws 400 `code_not_valid` if it has just been used up. */
export async function takeOfferCode(
  trx: Trx,
  { lines }: TourSale['offer'],
  { id, user_id }: { id: string; user_id: string },
): Promise<void> {
  const line = lines.find(({ kind }) => kind === 'code')
  if (line) await takeCode(trx, line.id, { bookingId: id, userId: user_id })
}

/** What the database raises for a booking without a slot of a tour that sells options: it has got them just now. */
const WITHOUT_SLOT = 'MD001'

/** Waits for a booking to be written. Throws 400 `choice_required` if its tour has got options since the price was read. */
export async function withSlot<Written>(writing: Promise<Written>): Promise<Written> {
  return writing.catch((error: unknown) => {
    if (errorCode(error) !== WITHOUT_SLOT) throw error
    throw new AppError('choice_required', 'This tour’s options have just changed. Please reload the page.')
  })
}

function extraSoldOut(name: string, left: number): AppError {
  const message = left === 0 ? `${name} is no longer available on that date.` : `${name}: only ${left} left on that date.`
  return new AppError('sold_out', message, { issues: [{ path: 'extras', message }] })
}
