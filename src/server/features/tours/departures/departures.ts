import { sql, type RawBuilder } from 'kysely'
import { may } from '#shared/accounts/permissions.ts'
import type { Role } from '#shared/accounts/public.ts'
import { addDays, dayIn, type Day } from '#shared/dates.ts'
import { dayWithin } from '#shared/months.ts'
import * as calls from '#shared/tours/departure-calls.ts'
import {
  departureId,
  MAX_CALENDAR_DAYS,
  parseDepartureId,
  type DepartureAction,
  type DepartureDay,
  type ListDeparturesQuery,
  type StaffDeparture,
  type StaffDepartureDetails,
} from '#shared/tours/departures.ts'
import type { SoldTour } from '#shared/tours/offers/option-days.ts'
import { hasLeft } from '#shared/tours/sale-ends.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { staffRoleOf } from '#server/lib/guards.ts'
import type { Serving } from '#server/lib/serve.ts'
import { toSaleEnd, type SaleColumns } from '../tour-rows.ts'
import { listDepartureDays } from './calendar.ts'
import { daySeats, findSlotTours, type SlotRow } from './planned-slots.ts'
import { bookedDepartures, namedDay, unbookedDepartures } from './running.ts'
import { findDaySlots } from './slots.ts'

/** Reads departures, with the seats that staff have reserved on them. */
export function departureCalls({ read }: Serving, deps: Deps, { listReservedSeats }: { listReservedSeats: ListReserved }): void {
  const today = () => dayIn(deps.config.AGENCY_TIME_ZONE, deps.now())

  read(calls.listDepartures, async ({ db, query }) => {
    const departures = await listDepartures(db, query, today(), deps.now())
    const [first, last] = [departures[0], departures.at(-1)]
    if (!first || !last) return []
    return withReserved(departures, await listReservedSeats(db, { from: first.date, to: last.date, tour: query.tour }))
  })
  read(calls.listDepartureDays, async ({ db, query }) => {
    const days = await listDepartureDays(db, query, today())
    return daysWithReserved(days, await listReservedSeats(db, query))
  })
  read(calls.getDeparture, async ({ db, params, request }) => {
    const at = { ...namedDeparture(params.id), today: today(), now: deps.now() }
    return getDepartureFor(db, at, staffRoleOf(request), listReservedSeats)
  })
}

/** Throws 404 for a malformed id. */
export function namedDeparture(id: string): { tourId: string; day: Day } {
  const named = parseDepartureId(id)
  if (!named) throw notFound('Departure')
  return named
}

/** `today` is in the agency's time zone. */
export async function listDepartures(
  db: Database | Trx,
  query: ListDeparturesQuery,
  today: Day,
  now = new Date(),
): Promise<StaffDeparture[]> {
  const { to, tour, bookings, limit, before } = query
  const after = before === undefined ? undefined : namedDeparture(before)
  // Narrows the index scan by day, since the condition on day and tour cannot.
  let from = after && after.day > query.from ? after.day : query.from
  if (bookings === 'some') return readDepartures(db, bookedDepartures({ from, to, tour, today }), now, limit, after)
  // Starts with one day, because each day scans all tours and one may well fill the page.
  const departures: StaffDeparture[] = []
  for (let days = tour === undefined ? 1 : MAX_CALENDAR_DAYS; from <= to && departures.length < limit; days *= 2) {
    const stretch = { from, to: dayWithin(addDays(from, days - 1), { from, to }), tour, today }
    const unbooked = unbookedDepartures(stretch, limit, after)
    const source = bookings === 'none' ? unbooked : sql`${bookedDepartures(stretch)} union all ${unbooked}`
    departures.push(...(await readDepartures(db, source, now, limit - departures.length, after)))
    from = addDays(stretch.to, 1)
  }
  return departures
}

/** Also finds a day that has no row yet. Throws 404 for an unknown tour, and for a past day without a departure. */
export async function getDeparture(db: Database | Trx, tourId: string, day: Day, today: Day, now = new Date()): Promise<StaffDeparture> {
  const [departure] = await readDepartures(db, namedDay(tourId, day, today), now, 1)
  if (!departure) throw notFound('Departure')
  return departure
}

/** Like `getDeparture`, with its start times, its reserved seats and the actions that the role permits on it. */
export async function getDepartureFor(
  db: Database | Trx,
  { tourId, day, today, now }: { tourId: string; day: Day; today: Day; now: Date },
  role: Role,
  listReservedSeats: ListReserved,
): Promise<StaffDepartureDetails> {
  const [row] = await readRows(db, namedDay(tourId, day, today), 1)
  if (!row) throw notFound('Departure')
  const isOver = row.cancelled_at !== null || hasDeparted(day, row.sale_ends_zone, today, now)
  const tour = (await findSlotTours(db, [tourId])).get(tourId)
  const departure = toStaffDeparture(row, tour, now)
  const slots = await findDaySlots(db, { tourId, day, now, isSold: departure.isOnSale && !departure.isBlocked })
  const reserved = await listReservedSeats(db, { from: day, to: day, tour: tourId })
  const [shown = departure] = withReserved([departure], reserved)
  return { ...shown, ...slots, actions: isOver ? [] : actionsOf(row, role, slots !== undefined) }
}

/** Returns whether a day has passed in the tour's time zone, or in the agency's if that is unknown. */
export function hasDeparted(day: Day, timeZone: string | null, today: Day, now: Date): boolean {
  return day < (timeZone === null ? today : dayIn(timeZone, now))
}

interface DepartureRow extends SaleColumns {
  tour_id: string
  tour_name: string
  is_active: boolean
  departs_on: Day
  capacity: number
  seats_taken: number
  held: number
  blocked_at: Date | null
  capacity_set_at: Date | null
  cancelled_at: Date | null
  /** Its rows of slots; none for a tour with one price. */
  slots: SlotRow[]
}

/** The seats of a tour with options are set by start time and not for the day. */
function actionsOf({ blocked_at }: DepartureRow, role: Role, hasSlots: boolean): DepartureAction[] {
  const changes: DepartureAction[] = [blocked_at === null ? 'block' : 'unblock', hasSlots ? 'slots' : 'capacity']
  return [...(may(role, 'departures.change') ? changes : []), ...(may(role, 'departures.cancel') ? (['cancel'] as const) : [])]
}

async function readDepartures(
  db: Database | Trx,
  source: RawBuilder<unknown>,
  now: Date,
  limit: number,
  after?: { tourId: string; day: Day },
): Promise<StaffDeparture[]> {
  const rows = await readRows(db, source, limit, after)
  const tours = await findSlotTours(db, [...new Set(rows.map(({ tour_id }) => tour_id))])
  return rows.map((row) => toStaffDeparture(row, tours.get(row.tour_id), now))
}

async function readRows(
  db: Database | Trx,
  source: RawBuilder<unknown>,
  limit: number,
  after?: { tourId: string; day: Day },
): Promise<DepartureRow[]> {
  const behind = after ? sql`where (departs_on, tour_id) > (${after.day}::date, ${after.tourId})` : sql``
  const { rows } = await sql<DepartureRow>`
    with page as (select * from (${source}) as departures ${behind} order by departs_on, tour_id limit ${limit})
    select page.*, sale_ends, sale_ends_days_before, sale_ends_zone, (
      select coalesce(sum(coalesce(seats, guests)), 0)::integer from tour_bookings join bookings on bookings.id = booking_id and status = 'pending'
      where tour_bookings.tour_id = page.tour_id and tour_bookings.departs_on = page.departs_on) as held,
      ${slotRows(sql`page`)} as slots
    from page join tours on tours.id = page.tour_id order by departs_on, page.tour_id`.execute(db)
  return rows
}

/** Selects the rows of slots of each departure in a table, in the same statement so that no booking is counted in one figure only. */
function slotRows(of: RawBuilder<unknown>): RawBuilder<SlotRow[]> {
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('capacity_group', capacity_group, 'starts_at', starts_at, 'capacity', slot.capacity,
      'seats_taken', slot.seats_taken, 'capacity_when_open', capacity_when_open)), '[]')
    from departure_slots as slot where slot.tour_id = ${of}.tour_id and slot.departs_on = ${of}.departs_on)`
}

/** `tour` is undefined for a tour with one price. */
function toStaffDeparture(row: DepartureRow, tour: SoldTour | undefined, now: Date): StaffDeparture {
  const isOver = hasLeft(toSaleEnd(row), row.departs_on, now)
  const [isBlocked, isOnSale] = [row.blocked_at !== null, row.is_active]
  // Options may have ends of sale that differ from the tour's.
  const isSold = isOnSale && !isBlocked && (tour !== undefined || !isOver)
  return {
    id: departureId(row.tour_id, row.departs_on),
    tour: { id: row.tour_id, name: row.tour_name },
    date: row.departs_on,
    ...daySeats(tour, row, isSold, now),
    sold: row.seats_taken - row.held,
    held: row.held,
    isOnSale,
    isBlocked,
    hasOwnCapacity: row.capacity_set_at !== null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
    ...(isOver && { hasLeft: true }),
  }
}

/** Seats of a departure that staff keep for customers who have yet to pay. */
interface ReservedSeats {
  tourId: string
  day: Day
  bookings: number
  seats: number
}

/** Passed in by features that may depend on bookings. */
export type ListReserved = (db: Database | Trx, of: { from: Day; to?: Day; tour?: string | undefined }) => Promise<ReservedSeats[]>

/** Adds the reserved seats, which are part of the held ones, to each departure. */
function withReserved<Departure extends StaffDeparture>(departures: Departure[], reserved: ReservedSeats[]): Departure[] {
  const seats = new Map(reserved.map(({ tourId, day, seats: count }) => [departureId(tourId, day), count]))
  return departures.map((departure) => markReserved(departure, seats.get(departure.id) ?? 0))
}

function daysWithReserved(days: DepartureDay[], reserved: ReservedSeats[]): DepartureDay[] {
  const seats = new Map<Day, number>()
  for (const { day, seats: count } of reserved) seats.set(day, (seats.get(day) ?? 0) + count)
  return days.map((day) => markReserved(day, seats.get(day.date) ?? 0))
}

/** The two were read one after the other, so seats no longer held must not count as reserved. */
function markReserved<Held extends { held: number }>(of: Held, reserved: number): Held {
  const seats = Math.min(reserved, of.held)
  return seats === 0 ? of : { ...of, reserved: seats }
}
