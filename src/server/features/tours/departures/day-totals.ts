import { sql } from 'kysely'
import { addDays, type Day } from '#shared/dates.ts'
import type { DayRange } from '#shared/months.ts'
import { runsOn } from '#shared/run-days.ts'
import type { DepartureDay, DepartureDaysQuery } from '#shared/tours/departures.ts'
import type { SoldTour } from '#shared/tours/offers/option-days.ts'
import { runDaysOf, type TourRuns } from '#shared/tours/runs.ts'
import type { Database } from '#server/lib/db.ts'
import { daySeats, findSlotTours, type SlotRow } from '../slots/day-seats.ts'
import { slotRows } from './queries.ts'
import { daysAhead, HAS_OPTIONS, isKnown, isPlanned, plannedDays, type Stretch } from './running.ts'

/** Each day has its totals for one tour or all. `today` is in the agency's time zone. */
export async function listDepartureDays(db: Database, { from, to, tour }: DepartureDaysQuery, today: Day): Promise<DepartureDay[]> {
  const stretch = { from, to, tour, today }
  const ahead = daysAhead(stretch)
  const [ofRows, ofBookings] = tour === undefined ? [sql``, sql``] : [sql`and tour_id = ${tour}`, sql`and tour_bookings.tour_id = ${tour}`]
  const optionSeats = await readOptionSeats(db, stretch)
  // Known departures replace planned ones, since their number of seats may differ.
  const { rows } = await sql<Omit<DepartureDay, 'sold'> & { taken: number }>`
    with planned as (${plannedDays(stretch)}),
    known as (
      select departs_on as date,
        count(*) filter (where is_known and cancelled_at is null)::integer as departures,
        count(*) filter (where is_known and is_planned)::integer as replaced,
        (coalesce(sum(capacity) filter (where not has_options and case when is_known then cancelled_at is null else is_planned end), 0)
          - coalesce(sum(max_people) filter (where not has_options and is_planned), 0))::integer as more_seats,
        coalesce(sum(seats_taken) filter (where cancelled_at is null), 0)::integer as taken,
        count(*) filter (where is_known and blocked_at is not null and cancelled_at is null)::integer as blocked,
        count(cancelled_at)::integer as cancelled
      from departures join tours on tours.id = tour_id
      cross join lateral (select ${isKnown(today)} as is_known, ${isPlanned(ahead)} as is_planned, ${HAS_OPTIONS} as has_options) as each
      where departs_on between ${from} and ${to} ${ofRows}
      group by departs_on),
    held as (
      select tour_bookings.departs_on as date, sum(coalesce(seats, guests))::integer as seats
      from bookings join tour_bookings on booking_id = bookings.id join departures using (tour_id, departs_on)
      where status = 'pending' and departures.cancelled_at is null and tour_bookings.departs_on between ${from} and ${to} ${ofBookings}
      group by tour_bookings.departs_on),
    days as (
      select date, coalesce(tours, 0) - coalesce(replaced, 0) as unbooked, coalesce(known.departures, 0) as booked,
        coalesce(planned.seats, 0) + coalesce(more_seats, 0) as capacity, coalesce(taken, 0) as taken, coalesce(held.seats, 0) as held,
        coalesce(blocked, 0) as blocked, coalesce(cancelled, 0) as cancelled
      from planned full join known using (date) left join held using (date))
    select date, unbooked + booked as departures, unbooked, capacity, taken, held, blocked, cancelled from days
    where unbooked + booked + cancelled > 0 order by date`.execute(db)
  return rows.map(({ taken, capacity, ...day }) => ({
    ...day,
    capacity: capacity + (optionSeats.get(day.date) ?? 0),
    sold: taken - day.held,
  }))
}

interface OptionRow {
  tour_id: string
  departs_on: Day
  capacity: number
  seats_taken: number
  /** Whether it counts, or only takes the place of the day that the tour plans. */
  is_counted: boolean
  is_planned: boolean
  slots: SlotRow[]
}

/** Adds up the slots of all tours with options, per day, as the list of departures does for each. */
async function readOptionSeats(db: Database, stretch: Stretch): Promise<Map<Day, number>> {
  const { from, to, tour, today } = stretch
  const ahead = daysAhead(stretch)
  const ofTour = tour === undefined ? sql`` : sql`and tour_id = ${tour}`
  const { rows } = await sql<OptionRow>`
    select tour_id, departs_on, capacity, seats_taken, case when is_known then cancelled_at is null else is_planned end as is_counted, is_planned,
      ${slotRows(sql`departures`)} as slots
    from departures join tours on tours.id = tour_id
    cross join lateral (select ${isKnown(today)} as is_known, ${isPlanned(ahead)} as is_planned) as each
    where departs_on between ${from} and ${to} ${ofTour} and ${HAS_OPTIONS}`.execute(db)
  const active = await db
    .selectFrom('tours')
    .innerJoin('tour_selling', 'tour_selling.tour_id', 'tours.id')
    .select('id')
    .where('is_active', '=', true)
    .$if(tour !== undefined, (query) => query.where('id', '=', tour ?? ''))
    .execute()
  const offered = new Set(active.map(({ id }) => id))
  const tours = await findSlotTours(db, [...new Set([...offered, ...rows.map(({ tour_id }) => tour_id)])])
  const seats = plannedSeats(
    [...tours].filter(([id]) => offered.has(id)).map(([, each]) => each),
    ahead,
  )
  const add = (day: Day, count: number) => seats.set(day, (seats.get(day) ?? 0) + count)
  for (const row of rows) {
    const { departs_on, is_counted, is_planned } = row
    const of = tours.get(row.tour_id)
    if (of && is_planned) add(departs_on, -seatsOn(of, departs_on))
    if (of && is_counted) add(departs_on, seatsOn(of, departs_on, row))
  }
  return seats
}

function seatsOn(tour: SoldTour, day: Day, row: Pick<OptionRow, 'capacity' | 'seats_taken' | 'slots'> = UNBOOKED): number {
  // The capacity doesn't depend on the time.
  return daySeats(tour, { ...row, departs_on: day }, false, new Date(0)).capacity
}
const UNBOOKED = { capacity: 0, seats_taken: 0, slots: [] }

/** Tours with the same days are summed first, so that few are asked for each day; those whose options have days of their own are not. */
function plannedSeats(tours: readonly SoldTour[], { from, to }: DayRange): Map<Day, number> {
  const constant = new Map<string, { runs: TourRuns; seats: number }>()
  const varying: SoldTour[] = []
  for (const tour of tours) {
    const key = JSON.stringify(tour.runs)
    if (tour.selling.options.some(({ runs }) => runs !== null)) varying.push(tour)
    // On any day, since they run whenever the tour does.
    else
      constant.set(key, { runs: tour.runs, seats: (constant.get(key)?.seats ?? 0) + seatsOn({ ...tour, runs: { kind: 'daily' } }, from) })
  }
  const all = [
    ...[...constant.values()].map(({ runs, seats }) => ({ runDays: runDaysOf(runs), seats: () => seats })),
    ...varying.map((tour) => ({ runDays: runDaysOf(tour.runs), seats: (day: Day) => seatsOn(tour, day) })),
  ]
  const sums = new Map<Day, number>()
  for (let day = from; day <= to; day = addDays(day, 1)) {
    sums.set(
      day,
      all.reduce((sum, { runDays, seats }) => sum + (runsOn(runDays, day) ? seats(day) : 0), 0),
    )
  }
  return sums
}
