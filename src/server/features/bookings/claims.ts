import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import { retakeCode } from '#server/features/codes/uses.ts'
import {
  addUpDay,
  extraLeft,
  findOrMakeSlot,
  releaseClaim,
  resizeSlots,
  takeClaim,
  writeExtras,
  writeSlot,
  type Claim,
  type TakenExtra,
} from '#server/features/tours/departures/claims.ts'
import { findSelling, getSoldTour, placeOfSimple, type SimplePlace } from '#server/features/tours/departures/planned-slots.ts'
import { lockDeparture, releaseSeats, seatsLeft, takeSeats } from '#server/features/tours/seats.ts'
import type { Trx } from '#server/lib/db.ts'

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
 * Takes the seats, extras and code of a booking again. Returns false, and takes nothing, if they are not all there. A booking made
 * before its tour had options gets the first of them.
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

/** Releases what a booking has taken. */
export async function release(trx: Trx, bookingId: string): Promise<void> {
  const claim = await getClaim(trx, bookingId)
  if (claim.slotId === null) return releaseSeats(trx, claim.tourId, claim.day, claim.seats)
  await lockDeparture(trx, claim.tourId, claim.day)
  await releaseClaim(trx, await getSoldTour(trx, claim.tourId), claim.slotId, claim)
}

/** Sets the option of bookings made when the tour had one price. */
async function givePlace(trx: Trx, bookingIds: string[], { option, startsAt, minutes }: SimplePlace, slotId: string): Promise<void> {
  if (bookingIds.length === 0) return
  await trx
    .updateTable('tour_bookings')
    .set((eb) => ({
      option_id: option.id,
      option_name: option.name,
      start_time: startsAt || null,
      minutes,
      slot_id: slotId,
      seats: eb.ref('guests'),
    }))
    .where('booking_id', 'in', bookingIds)
    .execute()
}

interface BookedDay {
  departs_on: Day
  capacity: number
  capacity_set_at: Date | null
}

/**
 * Gives booked upcoming days the seats and stock that the tour sells now, but never fewer than are taken. What staff have set for a single
 * departure isn't affected. Bookings made before there were options get the first of them. The tour must be locked.
 */
export async function bringDaysInLine(
  trx: Trx,
  tourId: string,
  selling: Selling,
  { today, wasSimple }: { today: Day; wasSimple: boolean },
): Promise<void> {
  const days: BookedDay[] = await trx
    .selectFrom('departures')
    .select(['departs_on', 'capacity', 'capacity_set_at'])
    .where('tour_id', '=', tourId)
    .where('departs_on', '>=', today)
    .orderBy('departs_on')
    .forNoKeyUpdate()
    .execute()
  if (wasSimple) for (const day of days) await adoptDay(trx, tourId, selling, day)
  await resizeSlots(trx, tourId, selling, today)
  await writeExtras(trx, tourId, selling, today, await countExtras(trx, tourId, today))
  const tour = await getSoldTour(trx, tourId)
  for (const { departs_on: day } of days) await addUpDay(trx, tour, { tourId, day })
}

async function adoptDay(trx: Trx, tourId: string, selling: Selling, { departs_on: day, ...departure }: BookedDay): Promise<void> {
  const place = placeOfSimple(selling)
  const { option, startsAt } = place
  const { seats } = await holding(trx, tourId, day)
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('guests'), eb.lit(0)).as('seats'))
    .executeTakeFirstOrThrow()
  if (seats === 0 && departure.capacity_set_at === null) return
  const slot = await findOrMakeSlot(trx, selling, { tourId, day, capacityGroup: option.capacityGroup, startsAt, seats, extras: [] })
  const capacity = departure.capacity_set_at ? departure.capacity : slot.capacity
  await writeSlot(trx, slot.id, { capacity: Math.max(capacity, seats), seats_taken: seats, capacity_set_at: departure.capacity_set_at })
  const bookings = await holding(trx, tourId, day).select('booking_id').execute()
  await givePlace(
    trx,
    bookings.map(({ booking_id }) => booking_id),
    place,
    slot.id,
  )
}

/** Selects the bookings of a day that have seats without a slot. */
function holding(trx: Trx, tourId: string, day: Day) {
  return trx
    .selectFrom('tour_bookings')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where('slot_id', 'is', null)
    .where('bookings.status', 'in', ['pending', 'confirmed'])
}

/** Counts from the bookings, since pieces of an extra without a limit have not been counted. */
async function countExtras(trx: Trx, tourId: string, today: Day): Promise<TakenExtra[]> {
  const { rows } = await sql<TakenExtra>`
    select departs_on as day, ref as id, sum(quantity)::integer as taken
    from tour_bookings join bookings on bookings.id = booking_id and status in ('pending', 'confirmed')
    join booking_lines using (booking_id)
    where tour_id = ${tourId} and departs_on >= ${today} and booking_lines.kind = 'extra'
      and version = (select max(version) from booking_lines as last where last.booking_id = bookings.id)
    group by departs_on, ref`.execute(trx)
  return rows
}
