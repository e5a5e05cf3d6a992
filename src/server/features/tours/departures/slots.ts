import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { DepartureExtra, DepartureSlot } from '#shared/tours/departure-slots.ts'
import type { SoldTour } from '#shared/tours/offers/option-days.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { listExtrasLeft } from './option-seats.ts'
import { daySlots, findSelling, getSoldTour, seatsOf, type DaySlot, type SlotRow } from './planned-slots.ts'

/** What bookings of the same option, pickup and state have of a slot. */
interface BookedParty {
  option: string
  name: string
  place: string | null
  minutes: number | null
  isHeld: boolean
  seats: number
  people: number
}

interface BookedSlot extends SlotRow {
  capacity_set_at: Date | null
  booked: BookedParty[]
}

interface At {
  tourId: string
  day: Day
  now: Date
  /** Whether the day as a whole is. */
  isSold: boolean
}

/** Lists the start times of a day, and its limited extras; undefined for a tour with one price. */
export async function findDaySlots(
  db: Database | Trx,
  { tourId, day, now, isSold }: At,
): Promise<{ slots: DepartureSlot[]; extras: DepartureExtra[] } | undefined> {
  const selling = await findSelling(db, tourId)
  if (!selling) return undefined
  const tour = await getSoldTour(db, tourId)
  const rows = await readSlots(db, tourId, day)
  const slots = daySlots(tour, day, rows, now)
    .map((each) => toSlot(each, isSold))
    .toSorted((a, b) => (a.startTime ?? '').localeCompare(b.startTime ?? ''))
  return { slots, extras: await listExtras(db, tourId, tour, day) }
}

/** In one statement, so that no booking made meanwhile is counted in one figure only. */
async function readSlots(db: Database | Trx, tourId: string, day: Day): Promise<BookedSlot[]> {
  const { rows } = await sql<BookedSlot>`
    select capacity_group, starts_at, capacity, seats_taken, capacity_set_at, capacity_when_open, (
      select coalesce(jsonb_agg(parties), '[]') from (
        select option_id as option, option_name as name, pickup_place as place, pickup_minutes as minutes,
          status = 'pending' as "isHeld", sum(seats)::integer as seats, sum(guests)::integer as people
        from tour_bookings join bookings on bookings.id = booking_id and status in ('pending', 'confirmed')
        where tour_bookings.tour_id = ${tourId} and tour_bookings.departs_on = ${day} and slot_id = departure_slots.id
        group by option_id, option_name, pickup_place, pickup_minutes, status
        order by pickup_minutes desc, pickup_place) as parties) as booked
    from departure_slots where tour_id = ${tourId} and departs_on = ${day} order by starts_at, capacity_group`.execute(db)
  return rows
}

function toSlot(each: DaySlot<BookedSlot>, isSold: boolean): DepartureSlot {
  const { slot, row, hasLeft, isOffered } = each
  const { capacityGroup, startsAt, options } = slot
  const { booked, seats_taken: taken } = row ?? { booked: [], seats_taken: 0 }
  const held = sumOf(booked.filter(({ isHeld }) => isHeld))
  const names = new Map([
    ...booked.map(({ option, name }) => [option, name] as const),
    ...options.map(({ id, name }) => [id, name] as const),
  ])
  const order = [...options.map(({ id }) => id), ...booked.map(({ option }) => option)]
  return {
    capacityGroup,
    startTime: startsAt || null,
    ...seatsOf(each, isSold),
    sold: taken - held,
    held,
    hasOwnCapacity: (row?.capacity_set_at ?? null) !== null,
    isClosed: (row?.capacity_when_open ?? null) !== null,
    isOffered,
    ...(hasLeft && { hasLeft }),
    options: [...new Set(order)].map((id) => {
      const own = booked.filter(({ option }) => option === id)
      const ownHeld = sumOf(own.filter(({ isHeld }) => isHeld))
      return { id, name: names.get(id) ?? id, sold: sumOf(own) - ownHeld, held: ownHeld }
    }),
    pickups: pickupsOf(booked),
  }
}

const sumOf = (parties: readonly BookedParty[]): number => parties.reduce((sum, { seats }) => sum + seats, 0)

function pickupsOf(booked: readonly BookedParty[]): DepartureSlot['pickups'] {
  if (booked.every(({ place }) => place === null)) return []
  const places = new Map<string, DepartureSlot['pickups'][number]>()
  for (const { place, minutes, people } of booked) {
    const minutesBefore = minutes ?? 0
    const key = JSON.stringify([place, minutesBefore])
    places.set(key, { place, minutesBefore, people: (places.get(key)?.people ?? 0) + people })
  }
  // Those who come by themselves are named last.
  return [...places.values()].toSorted((a, b) => Number(a.place === null) - Number(b.place === null))
}

async function listExtras(db: Database | Trx, tourId: string, { selling }: SoldTour, day: Day): Promise<DepartureExtra[]> {
  const left = await listExtrasLeft(db, tourId, selling, day)
  return selling.extras.flatMap(({ id, name, stock }) => {
    const pieces = left[id]
    return stock === null || pieces === undefined ? [] : [{ id, name, stock, left: pieces }]
  })
}
