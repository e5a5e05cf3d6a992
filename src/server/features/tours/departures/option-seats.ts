import { addDays, daysBetween, type Day } from '#shared/dates.ts'
import type { DayRange, Month } from '#shared/months.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import { optionHasLeft, optionRunsOn } from '#shared/tours/offers/option-days.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import type { SeatsResponse } from '#shared/tours/public.ts'
import type { TimeSeats } from '#shared/tours/time-seats.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { daysAfter, daysOnSale, refuseDayOff, refuseUnsoldDay } from '#server/lib/travel-days.ts'
import { unindexed } from '#server/lib/unindexed.ts'
import type { OfferedTour } from '../offered-tours.ts'
import { soldTour } from './planned-slots.ts'

/** Answers seats?optionId= for a day. Throws 404 for a tour or option that is not offered, and what a day is refused for. */
export async function findOptionDay(
  deps: Deps,
  offered: OfferedTour | undefined,
  optionId: string,
  date: Day,
  userId?: string,
): Promise<SeatsResponse> {
  const { db, now } = deps
  const { tour, option } = optionOf(offered, optionId)
  const { selling } = tour
  refuseUnsoldDay(deps, date, 'date', selling)
  refuseDayOff(deps, { runs: option.runs ?? tour.runs, saleEnd: tour.saleEnd }, date, 'date')
  const who = { userId, now: now() }
  const [day] = await listOptionSeats(db, tour, option, { from: date, to: date }, who)
  if (!day) throw notFound('Departure')
  const seats = {
    date,
    timeZone: selling.timeZone,
    maxPeople: tour.max_people,
    seatsLeft: day.seatsLeft,
    times: day.times,
    extras: await listExtrasLeft(db, tour.id, selling, date),
  }
  if (!day.hasLeft) return seats
  const later = await listOptionSeats(db, tour, option, daysAfter(deps, date), who)
  const next = later.find(({ seatsLeft }) => seatsLeft > 0)?.date
  return { ...seats, hasLeft: true, ...(next !== undefined && { next }) }
}

/** Answers month-seats?optionId=. Throws 404 for a tour or option that is not offered. */
export async function findOptionMonth(
  deps: Deps,
  offered: OfferedTour | undefined,
  optionId: string,
  month: Month,
  userId?: string,
): Promise<DaySeats[]> {
  const { tour, option } = optionOf(offered, optionId)
  const range = daysOnSale(deps, month, tour.selling)
  return range.from > range.to ? [] : listOptionSeats(deps.db, tour, option, range, { userId, now: deps.now() })
}

function optionOf(tour: OfferedTour | undefined, optionId: string) {
  if (!tour) throw notFound('Tour')
  const { selling } = tour
  const option: SellingOption | undefined = selling?.options.find(({ id }) => id === optionId)
  if (!selling || !option) throw notFound('Option')
  return { tour: { ...tour, selling }, option }
}

interface SlotRow {
  day: Day
  starts_at: string
  capacity: number
  seats_taken: number
  capacity_when_open: number | null
  /** Null if none are. */
  own_seats: number | null
}

/**
 * Lists the days in a range on which an option departs, with the seats left at each start time. As in `findSeatsLeft`, seats that `userId`
 * holds unpaid count as left for that person.
 */
async function listOptionSeats(
  db: Database,
  tour: OfferedTour & { selling: Selling },
  option: SellingOption,
  { from, to }: DayRange,
  { userId = '', now }: { userId?: string | undefined; now: Date },
): Promise<(DaySeats & { times: TimeSeats[] })[]> {
  const sold = soldTour(tour)
  const [slots, closed] = await Promise.all([
    listSlots(db, tour.id, option.capacityGroup, { from, to }, userId),
    listClosedDays(db, tour.id, { from, to }),
  ])
  const capacity = tour.selling.capacityGroups.find(({ id }) => id === option.capacityGroup)?.seats ?? 0
  const times = option.startTimes.length === 0 ? [null] : option.startTimes.map(({ time }) => time)
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
  return days
    .filter((day) => optionRunsOn(sold, option, day))
    .map((day) => {
      const all = times.map((time): TimeSeats => {
        if (optionHasLeft(sold, option, time, day, now)) return { time, seatsLeft: 0, hasLeft: true }
        const slot = slots.find((each) => each.day === day && each.starts_at === (time ?? ''))
        const left = slot ? slot.capacity - slot.seats_taken + (slot.own_seats ?? 0) : capacity
        const isClosed = closed.has(day) || (slot?.capacity_when_open ?? null) !== null
        return { time, seatsLeft: isClosed ? 0 : Math.max(0, left) }
      })
      const seatsLeft = Math.max(0, ...all.map((each) => each.seatsLeft))
      return { date: day, seatsLeft, times: all, ...(all.every(({ hasLeft }) => hasLeft) && { hasLeft: true }) }
    })
}

async function listSlots(db: Database, tourId: string, group: string, { from, to }: DayRange, userId: string): Promise<SlotRow[]> {
  return db
    .selectFrom('departure_slots')
    .select(['departs_on as day', 'starts_at', 'capacity', 'seats_taken', 'capacity_when_open'])
    .select((eb) =>
      eb
        .selectFrom('bookings')
        .innerJoin('tour_bookings', 'booking_id', 'bookings.id')
        .select((inner) => inner.fn.sum<number>('seats').as('seats'))
        .where('user_id', '=', userId)
        .where(unindexed('bookings.status'), '=', 'pending')
        .whereRef('slot_id', '=', 'departure_slots.id')
        .as('own_seats'),
    )
    .where('departure_slots.tour_id', '=', tourId)
    .where('departure_slots.departs_on', '>=', from)
    .where('departure_slots.departs_on', '<=', to)
    .where('capacity_group', '=', group)
    .execute()
}

async function listClosedDays(db: Database, tourId: string, { from, to }: DayRange): Promise<Set<Day>> {
  const rows = await db
    .selectFrom('departures')
    .select('departs_on')
    .where('tour_id', '=', tourId)
    .where('departs_on', '>=', from)
    .where('departs_on', '<=', to)
    .where('blocked_at', 'is not', null)
    .execute()
  return new Set(rows.map(({ departs_on }) => departs_on))
}

/** Returns how many pieces of each limited extra are left on a day, by id. */
export async function listExtrasLeft(db: Database, tourId: string, { extras }: Selling, day: Day): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('departure_extras')
    .select(['extra_id', 'stock', 'taken'])
    .where('tour_id', '=', tourId)
    .where('departs_on', '=', day)
    .execute()
  const limited = extras.flatMap(({ id, stock }) => {
    const row = rows.find(({ extra_id }) => extra_id === id)
    return stock === null ? [] : [[id, row ? row.stock - row.taken : stock] as const]
  })
  return Object.fromEntries(limited)
}
