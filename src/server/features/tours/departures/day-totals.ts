import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { DepartureDay, DepartureDaysQuery } from '#shared/tours/departures.ts'
import type { Database } from '#server/lib/db.ts'
import { optionTables, plannedOptionSeats, planOptions } from './option-totals.ts'
import { daysAhead, isKnown, isPlanned, plannedDays, type Stretch } from './running.ts'

/** Of a tour that got options later. */
const IS_SOLD_BY_DAY = sql<boolean>`(seats_taken > 0 and changes.seats is null and not exists (
  select from departure_slots as slot where slot.tour_id = departures.tour_id and slot.departs_on = departures.departs_on))`

/** Each day has its totals for one tour or all. `today` is in the agency's time zone. */
export async function listDepartureDays(db: Database, { from, to, tour }: DepartureDaysQuery, today: Day): Promise<DepartureDay[]> {
  const stretch: Stretch = { from, to, tour, today }
  const ahead = daysAhead(stretch)
  const [ofRows, ofBookings] = tour === undefined ? [sql``, sql``] : [sql`and tour_id = ${tour}`, sql`and tour_bookings.tour_id = ${tour}`]
  const plans = await planOptions(db, stretch)
  const optionSeats = plannedOptionSeats(plans, stretch)
  // Known departures replace planned ones, since their number of seats may differ.
  const { rows } = await sql<Omit<DepartureDay, 'sold'> & { taken: number }>`
    with ${optionTables(plans, stretch)},
    planned as (${plannedDays(stretch)}),
    known as (
      select departs_on as date,
        count(*) filter (where is_known and cancelled_at is null)::integer as departures,
        count(*) filter (where is_known and is_planned)::integer as replaced,
        sum(case when is_counted then whole else 0 end - case when is_planned then as_planned else 0 end)::integer as more_seats,
        coalesce(sum(seats_taken) filter (where cancelled_at is null), 0)::integer as taken,
        count(*) filter (where is_known and blocked_at is not null and cancelled_at is null)::integer as blocked,
        count(cancelled_at)::integer as cancelled
      from departures join tours on tours.id = tour_id left join plan using (tour_id) left join changes using (tour_id, departs_on)
      cross join lateral (
        select ${isKnown(today)} as is_known, ${isPlanned(ahead)} as is_planned,
          case when plan is null then max_people else plan.seats[departs_on - ${from}::date + 1] end as as_planned offset 0) as each
      cross join lateral (
        select case when is_known then cancelled_at is null else is_planned end as is_counted,
          case when plan is null or ${IS_SOLD_BY_DAY} then capacity else as_planned + coalesce(changes.seats, 0) end as whole) as counted
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
