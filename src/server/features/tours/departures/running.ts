import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { DayRange } from '#shared/months.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'

export interface Stretch extends DayRange {
  tour?: string | undefined
  /** In the agency's time zone. */
  today: Day
}

/** Returns the part of a range in which tours can run. If there is none, its end precedes its start. */
export function daysAhead({ from, to, today }: Stretch): DayRange {
  const last = lastTravelDay(today)
  return { from: from < today ? today : from, to: to > last ? last : to }
}

/**
 * Selects rows of `departures` that count whatever days the tour runs on: with seats taken, cancelled, or upcoming and
 * blocked or resized by staff. Any other row only records that someone once asked.
 */
export function isKnown(today: Day): RawBuilder<boolean> {
  return sql<boolean>`(seats_taken > 0 or cancelled_at is not null
    or is_active and departs_on >= ${today}::date and (blocked_at is not null or capacity_set_at is not null))`
}

/** Selects rows of `departures` on days that an active tour plans. */
export function isPlanned(ahead: DayRange): RawBuilder<boolean> {
  return sql<boolean>`is_active and departs_on between ${ahead.from} and ${ahead.to} and departs_on_day(run_weekdays, run_dates, run_rules, departs_on)`
}

const COLUMNS = sql`tours.id as tour_id, tours.name as tour_name, is_active`

/** Selects departures that are booked, held or changed by staff. */
export function bookedDepartures({ from, to, tour, today }: Stretch): RawBuilder<unknown> {
  const ofTour = tour === undefined ? sql`` : sql`and tour_id = ${tour}`
  return sql`select ${COLUMNS}, departs_on, capacity, seats_taken, blocked_at, capacity_set_at, cancelled_at
    from departures join tours on tours.id = departures.tour_id
    where departs_on between ${from} and ${to} ${ofTour} and ${isKnown(today)}`
}

/** Selects unbooked departures planned by the tours on sale: up to `limit` a day, after the tour in `after`. */
export function unbookedDepartures(stretch: Stretch, limit: number, after?: { day: Day; tourId: string }): RawBuilder<unknown> {
  const { from, to } = daysAhead(stretch)
  const ofTour = stretch.tour === undefined ? sql`` : sql`and tours.id = ${stretch.tour}`
  const behind = after ? sql`and (day, tours.id) > (${after.day}::date, ${after.tourId})` : sql``
  return sql`select running.* from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as day) as days
    cross join lateral (
      select ${COLUMNS}, day as departs_on, coalesce(capacity, max_people) as capacity, 0 as seats_taken, null::timestamptz as blocked_at,
        null::timestamptz as capacity_set_at, null::timestamptz as cancelled_at
      from tours left join departures on departures.tour_id = tours.id and departs_on = day
      where is_active and departs_on_day(run_weekdays, run_dates, run_rules, day) and (departs_on is null or not ${isKnown(stretch.today)})
        ${ofTour} ${behind}
      order by tours.id limit ${limit}) as running`
}

/** Selects one day of one tour, on or off sale, if the tour runs that day or the day has a row. */
export function namedDay(tour: string, day: Day, today: Day): RawBuilder<unknown> {
  return sql`select ${COLUMNS}, ${day}::date as departs_on, coalesce(capacity, max_people) as capacity,
      coalesce(seats_taken, 0) as seats_taken, blocked_at, capacity_set_at, cancelled_at
    from tours left join departures on departures.tour_id = tours.id and departs_on = ${day}::date
    where tours.id = ${tour}
      and (departs_on is not null or ${day}::date >= ${today}::date and departs_on_day(run_weekdays, run_dates, run_rules, ${day}::date))`
}
