import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import type { Trx } from '#server/lib/db.ts'
import { addUpDay, findOrMakeSlot, resizeSlots, writeExtras, writeSlot, type TakenExtra } from '#server/features/tours/departures/claims.ts'
import { getSoldTour, placeOfSimple } from '#server/features/tours/departures/planned-slots.ts'
import { givePlace } from './places.ts'

interface BookedDay {
  departs_on: Day
  capacity: number
  capacity_set_at: Date | null
}

/**
 * Gives the days to come that have been booked the seats and stock that a tour sells now, and never fewer than are taken; what staff have
 * set for a single departure stays. Bookings of before there were options get the first of them. The tour must be locked.
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

/** The bookings of a day that have seats without a slot. */
function holding(trx: Trx, tourId: string, day: Day) {
  return trx
    .selectFrom('tour_bookings')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .where('slot_id', 'is', null)
    .where('bookings.status', 'in', ['pending', 'confirmed'])
}

/** Counts anew from the bookings, since pieces of an extra that was not limited have not been counted. */
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
