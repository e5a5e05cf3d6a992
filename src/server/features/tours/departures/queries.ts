import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#shared/dates.ts'
import {
  departureId,
  parseDepartureId,
  type DepartureDay,
  type DepartureDaysQuery,
  type ListDeparturesQuery,
  type StaffDeparture,
} from '#shared/departures.ts'
import type { DaySeats } from '#shared/month-seats.ts'
import type { DayRange } from '#shared/months.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { notFound } from '#server/lib/errors.ts'

interface DepartureRow {
  tour_id: string
  tour_name: string
  departs_on: Day
  capacity: number
  seats_taken: number
  held: number
  blocked_at: Date | null
  capacity_set_at: Date | null
  cancelled_at: Date | null
}

/** Returns the tour and the day that a departure's id names. Throws 404 for what is no such id. */
export function namedDeparture(id: string): { tourId: string; day: Day } {
  const named = parseDepartureId(id)
  if (!named) throw notFound('Departure')
  return named
}

/** The departures of all tours that have a row. */
const OF_ALL = sql`select tours.id as tour_id, tours.name as tour_name, departs_on, capacity, seats_taken, blocked_at, capacity_set_at, cancelled_at
  from departures join tours on tours.id = departures.tour_id`

/** The departures of one tour: each of its days from `today` on is one, with the tour's seats until somebody asks for it. */
function ofTour(tourId: string, { from, to }: { from: Day; to: Day }, today: Day) {
  return sql`select tours.id as tour_id, tours.name as tour_name, day as departs_on, coalesce(capacity, max_people) as capacity,
      coalesce(seats_taken, 0) as seats_taken, blocked_at, capacity_set_at, cancelled_at
    from tours
    cross join lateral (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) as days
    left join departures on departures.tour_id = tours.id and departures.departs_on = day
    where tours.id = ${tourId} and (departures.tour_id is not null or day >= ${today} and departs_on_day(run_weekdays, run_dates, day))`
}

/** Returns a page of the agency's departures. `today` is the agency's. */
export async function listDepartures(db: Database | Trx, query: ListDeparturesQuery, today: Day): Promise<StaffDeparture[]> {
  const { to, tour, limit, before } = query
  const last = before === undefined ? undefined : namedDeparture(before)
  // The index is entered at the day, not at the row of day and tour.
  const from = last && last.day > query.from ? last.day : query.from
  const after = last ? sql`and (departs_on, tour_id) > (${last.day}::date, ${last.tourId})` : sql``
  const { rows } = await sql<DepartureRow>`
    with page as (
      select * from (${tour === undefined ? OF_ALL : ofTour(tour, { from, to }, today)}) as departures
      where departs_on between ${from} and ${to} ${after}
      order by departs_on, tour_id limit ${limit})
    select page.*, (
      select coalesce(sum(guests), 0)::integer from tour_bookings join bookings on bookings.id = booking_id and status = 'pending'
      where tour_bookings.tour_id = page.tour_id and tour_bookings.departs_on = page.departs_on) as held
    from page order by departs_on, tour_id`.execute(db)
  return rows.map(toStaffDeparture)
}

/** Returns one departure, also of a day that nobody has asked for yet. Throws 404 for an unknown tour, and for a past day that was none. */
export async function getDeparture(db: Database | Trx, tourId: string, day: Day, today: Day): Promise<StaffDeparture> {
  const [departure] = await listDepartures(db, { from: day, to: day, tour: tourId, limit: 1, before: undefined }, today)
  if (!departure) throw notFound('Departure')
  return departure
}

/** A departure, as the watch over small groups meets it. */
export interface WatchedDeparture {
  id: string
  tourId: string
  tourName: string
  day: Day
  /** How many have paid. */
  sold: number
  /** Null: its tour runs for anybody. */
  leastGroup: number | null
  /** Somebody has paid, but fewer than the tour needs, and it is to run. */
  isSmall: boolean
}

/** Lists the next departures between two days, by day and tour, behind the last one of the page before. */
export async function listWatched(
  db: Database,
  { from, to }: DayRange,
  limit: number,
  after?: WatchedDeparture,
): Promise<WatchedDeparture[]> {
  // The index is entered at the day, as in the list of departures.
  const first = after?.day ?? from
  const behind = after ? sql`and (departs_on, tour_id) > (${after.day}::date, ${after.tourId})` : sql``
  return watched(
    db,
    sql`select tour_id, departs_on from departures where departs_on between ${first} and ${to} ${behind} order by departs_on, tour_id limit ${limit}`,
  )
}

/** Returns which of these departures are between two days and small. */
export async function findSmall(db: Database, { from, to }: DayRange, ids: readonly string[]): Promise<Set<string>> {
  const named = ids.map(parseDepartureId).filter((departure) => departure !== undefined)
  const tours = named.map(({ tourId }) => tourId)
  const days = named.map(({ day }) => day)
  const departures = await watched(
    db,
    sql`select tour_id, departs_on from unnest(${tours}::text[], ${days}::date[]) as named (tour_id, departs_on)
      where departs_on between ${from} and ${to}`,
  )
  return new Set(departures.filter(({ isSmall }) => isSmall).map(({ id }) => id))
}

/** `keys`: the tours and days of the departures. */
async function watched(db: Database, keys: RawBuilder<unknown>): Promise<WatchedDeparture[]> {
  const { rows } = await sql<Omit<WatchedDeparture, 'id' | 'isSmall'> & { isWatched: boolean }>`
    with page as materialized (${keys})
    select tours.id as "tourId", tours.name as "tourName", departs_on as day, least_group as "leastGroup", "isWatched",
      case when "isWatched" then (
        select coalesce(sum(guests), 0)::integer from tour_bookings join bookings on bookings.id = booking_id and status = 'confirmed'
        where tour_bookings.tour_id = tours.id and tour_bookings.departs_on = page.departs_on) else 0 end as sold
    from page join departures using (tour_id, departs_on) join tours on tours.id = tour_id
    cross join lateral (select seats_taken > 0 and cancelled_at is null and least_group is not null and not is_generated as "isWatched") as asked
    order by departs_on, tour_id`.execute(db)
  return rows.map(({ isWatched, ...row }) => ({
    ...row,
    id: departureId(row.tourId, row.day),
    isSmall: isWatched && row.sold > 0 && row.sold < (row.leastGroup ?? 0),
  }))
}

function toStaffDeparture(row: DepartureRow): StaffDeparture {
  const isBlocked = row.blocked_at !== null
  return {
    id: departureId(row.tour_id, row.departs_on),
    tour: { id: row.tour_id, name: row.tour_name },
    date: row.departs_on,
    capacity: row.capacity,
    sold: row.seats_taken - row.held,
    held: row.held,
    left: isBlocked ? 0 : row.capacity - row.seats_taken,
    isBlocked,
    hasOwnCapacity: row.capacity_set_at !== null,
    cancelledAt: row.cancelled_at?.toISOString() ?? null,
  }
}

/** Returns the days on which there are departures, each with all of them together; of one tour, if it is named. */
export async function listDepartureDays(db: Database, { from, to, tour }: DepartureDaysQuery): Promise<DepartureDay[]> {
  const [ofTours, ofBookings] = tour === undefined ? [sql``, sql``] : [sql`and tour_id = ${tour}`, sql`and tour_bookings.tour_id = ${tour}`]
  const { rows } = await sql<Omit<DepartureDay, 'sold'> & { taken: number }>`
    with held as (
      select departs_on, sum(guests)::integer as seats
      from bookings join tour_bookings on booking_id = bookings.id
      where status = 'pending' and departs_on between ${from} and ${to} ${ofBookings}
      group by departs_on)
    select departs_on as date, count(*)::integer as departures, sum(capacity)::integer as capacity, sum(seats_taken)::integer as taken,
      coalesce(min(held.seats), 0) as held, count(blocked_at)::integer as blocked, count(cancelled_at)::integer as cancelled
    from departures left join held using (departs_on)
    where departs_on between ${from} and ${to} ${ofTours}
    group by departs_on order by departs_on`.execute(db)
  return rows.map(({ taken, ...day }) => ({ ...day, sold: taken - day.held }))
}

/**
 * Returns the days on which an active tour departs, with the seats left; undefined when there is no such tour. As for one day
 * (`findSeatsLeft`), seats that `userId` holds unpaid count as left for that person.
 */
export async function findMonthSeats(db: Database, tourId: string, { from, to }: DayRange, userId = ''): Promise<DaySeats[] | undefined> {
  const { rows } = await sql<{ days: DaySeats[] }>`
    select array(
      select jsonb_build_object('date', day, 'seatsLeft', greatest(0,
        case when blocked_at is null then coalesce(capacity, max_people) else 0 end - coalesce(seats_taken, 0) + coalesce(own.guests, 0)))
      from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) as days
      left join departures on departures.tour_id = tours.id and departs_on = day and departs_on between ${from} and ${to}
      left join (
        select departs_on as day, sum(guests) as guests from bookings join tour_bookings on booking_id = bookings.id
        where user_id = ${userId} and status = 'pending' and tour_id = ${tourId} and departs_on between ${from} and ${to}
        group by departs_on) as own using (day)
      where departs_on_day(run_weekdays, run_dates, day)
      order by day) as days
    from tours where id = ${tourId} and is_active`.execute(db)
  return rows[0]?.days
}
