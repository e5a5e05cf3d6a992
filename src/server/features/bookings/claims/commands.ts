import type { Trx } from '#server/lib/db.ts'
import { retakeCode } from '#server/features/codes/uses.ts'
import { lockDeparture, releaseSeats, seatsLeft, takeSeats } from '#server/features/tours/seats.ts'
import { extraLeft, findOrMakeSlot, releaseClaim, takeClaim, type Claim } from '#server/features/tours/departures/claims.ts'
import { findSelling, getSoldTour, placeOfSimple } from '#server/features/tours/departures/planned-slots.ts'
import { givePlace } from './places.ts'

/** What a booking takes of its departure. `slotId` is null for a tour without options. */
interface BookedClaim extends Claim {
  slotId: string | null
}

async function getClaim(trx: Trx, bookingId: string): Promise<BookedClaim> {
  const row = await trx
    .selectFrom('tour_bookings')
    .leftJoin('departure_slots', 'departure_slots.id', 'slot_id')
    .select(['tour_bookings.tour_id', 'tour_bookings.departs_on', 'guests', 'seats', 'slot_id', 'capacity_group', 'starts_at'])
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow()
  const extras = row.slot_id === null ? [] : await listExtras(trx, bookingId)
  return {
    tourId: row.tour_id,
    day: row.departs_on,
    slotId: row.slot_id,
    capacityGroup: row.capacity_group ?? '',
    startsAt: row.starts_at ?? '',
    seats: row.seats ?? row.guests,
    extras,
  }
}

async function listExtras(trx: Trx, bookingId: string): Promise<Claim['extras']> {
  return trx
    .selectFrom('booking_lines')
    .select(['ref as id', 'quantity'])
    .where('booking_id', '=', bookingId)
    .where('kind', '=', 'extra')
    .where('version', '=', (eb) =>
      eb
        .selectFrom('booking_lines as last')
        .select((inner) => inner.fn.max('version').as('version'))
        .where('last.booking_id', '=', bookingId),
    )
    .orderBy('line')
    .execute()
}

/**
 * Takes the seats, extras and code of a booking again. Returns false, and takes nothing, if they are not all there. One of before its tour had
 * options gets the first of them.
 */
export async function retake(trx: Trx, bookingId: string): Promise<boolean> {
  const booked = await getClaim(trx, bookingId)
  const departure = await lockDeparture(trx, booked.tourId, booked.day)
  const selling = booked.slotId === null ? await findSelling(trx, booked.tourId) : null
  if (booked.slotId === null && !selling) {
    if (booked.seats > seatsLeft(departure) || !(await retakeCode(trx, bookingId))) return false
    return takeSeats(trx, booked.tourId, booked.day, booked.seats)
  }
  const place = selling && placeOfSimple(selling)
  const claim = place ? { ...booked, capacityGroup: place.option.capacityGroup, startsAt: place.startsAt } : booked
  const tour = await getSoldTour(trx, claim.tourId)
  const slot = await findOrMakeSlot(trx, tour.selling, claim)
  if (claim.seats > slot.capacity - slot.seats_taken) return false
  for (const { id, quantity } of claim.extras) {
    const left = await extraLeft(trx, tour.selling, claim, id)
    if (left !== undefined && quantity > left) return false
  }
  if (!(await retakeCode(trx, bookingId))) return false
  await takeClaim(trx, tour, slot.id, claim)
  if (place) await givePlace(trx, [bookingId], place, slot.id)
  return true
}

/** Gives back what a booking has taken. */
export async function release(trx: Trx, bookingId: string): Promise<void> {
  const claim = await getClaim(trx, bookingId)
  if (claim.slotId === null) return releaseSeats(trx, claim.tourId, claim.day, claim.seats)
  await lockDeparture(trx, claim.tourId, claim.day)
  await releaseClaim(trx, await getSoldTour(trx, claim.tourId), claim.slotId, claim)
}
