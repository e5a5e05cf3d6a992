import { sql, type RawBuilder } from 'kysely'
import { addDays, daysBetween, type Day } from '#shared/dates.ts'
import { runsOn } from '#shared/run-days.ts'
import type { DepartureDay, DepartureDaysQuery } from '#shared/tours/departures.ts'
import { runDaysOf, type TourRuns } from '#shared/tours/runs.ts'
import type { Database } from '#server/lib/db.ts'
import { readSlotTours, slotsOf } from './planned-slots.ts'
import { daysAhead, isKnown, isPlanned, type Stretch } from './running.ts'

const HAS_OPTIONS = sql<boolean>`exists (select from tour_selling where tour_selling.tour_id = tours.id)`

/** For a tour that got options later. */
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

/**
 * Counts planned departures per day, and the seats of those with one price. Tours with the same weekdays or rules are summed first, so that each tour is read
 * once rather than once per day.
 */
function plannedDays(stretch: Stretch): RawBuilder<unknown> {
  const { from, to } = daysAhead(stretch)
  const ofTour = stretch.tour === undefined ? sql`` : sql`and id = ${stretch.tour}`
  return sql`select date, sum(tours)::integer as tours, sum(seats)::integer as seats from (
      select date, tours, seats
      from (select generate_series(${from}::date, ${to}::date, interval '1 day')::date as date) as days
      join (
        select run_weekdays, run_rules, count(*) as tours, coalesce(sum(max_people) filter (where not ${HAS_OPTIONS}), 0) as seats from tours
        where is_active and (run_dates is null or run_rules is not null) ${ofTour} group by run_weekdays, run_rules) as ruled
      on departs_on_day(run_weekdays, null, run_rules, date)
      union all
      select date, 1, case when ${HAS_OPTIONS} then 0 else max_people end from tours cross join unnest(run_dates) as date
      where is_active and run_dates is not null and run_rules is null ${ofTour} and date between ${from}::date and ${to}::date) as each
    group by date`
}

interface TourPlan {
  tour_id: string
  isActive: boolean
  /** Whether the tour runs, per day of the stretch. */
  runs: boolean[]
  /** The seats of all its slots, per day. */
  seats: number[]
  /** `days` has a 1 for each day on which the slot is planned. */
  slots: { tour_id: string; capacity_group: string; starts_at: string; seats: number; days: string }[]
}

/** Returns what the tours with options plan on the days of a stretch: all of them, or the given one. */
async function planOptions(db: Database, stretch: Stretch): Promise<TourPlan[]> {
  const tours = await readSlotTours(db, stretch.tour === undefined ? undefined : [stretch.tour])
  const days = daysOf(stretch)
  const known = new Map<string, boolean[]>()
  // Many tours and options run on the same days.
  const daysWith = (runs: TourRuns): boolean[] => {
    const key = JSON.stringify(runs)
    const runDays = runDaysOf(runs)
    const all = known.get(key) ?? days.map((day) => runsOn(runDays, day))
    known.set(key, all)
    return all
  }
  return [...tours].map(([tour_id, { selling, runs, isActive }]) => {
    const ofTour = daysWith(runs)
    const slots = slotsOf(selling, selling.options).map(({ capacityGroup, startsAt, seats, options }) => {
      const each = options.map((option) => (option.runs ? daysWith(option.runs) : ofTour))
      return {
        tour_id,
        capacity_group: capacityGroup,
        starts_at: startsAt,
        seats,
        days: days.map((_, index) => each.some((on) => on[index])),
      }
    })
    return {
      tour_id,
      isActive,
      runs: ofTour,
      seats: days.map((_, index) => slots.reduce((sum, slot) => sum + (slot.days[index] ? slot.seats : 0), 0)),
      slots: slots.map((slot) => ({ ...slot, days: slot.days.map((isOn) => (isOn ? '1' : '0')).join('') })),
    }
  })
}

/** Adds up the seats of the days that active tours plan, whatever is known of each. */
function plannedOptionSeats(plans: readonly TourPlan[], stretch: Stretch): Map<Day, number> {
  const ahead = daysAhead(stretch)
  const active = plans.filter(({ isActive }) => isActive)
  const seatsOn = (index: number) => active.reduce((sum, { runs, seats }) => sum + (runs[index] ? (seats[index] ?? 0) : 0), 0)
  return new Map(daysOf(stretch).map((day, index) => [day, day >= ahead.from && day <= ahead.to ? seatsOn(index) : 0]))
}

/**
 * Tables for a `with`: `plan` has the planned seats of each tour, and `changes` by how many the slots of a departure differ from them. For one
 * departure `daySeats` says the same; a hundred thousand would take seconds there (`same-figures.test.ts` compares both).
 */
function optionTables(plans: readonly TourPlan[], { from, to }: Stretch): RawBuilder<unknown> {
  return sql`
    plan as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(plans.map(({ tour_id, seats }) => ({ tour_id, seats })))}::jsonb)
        as plan (tour_id text, seats integer[])),
    planned_slots as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(plans.flatMap(({ slots }) => slots))}::jsonb)
        as slot (tour_id text, capacity_group text, starts_at text, seats integer, days text)),
    changes as materialized (
      select known.tour_id, departs_on, sum(more)::integer as seats
      from plan cross join lateral (
        select *, greatest(coalesce(capacity_when_open, capacity), seats_taken) as whole from departure_slots
        where departure_slots.tour_id = plan.tour_id and departs_on between ${from} and ${to} offset 0) as known
      left join planned_slots as slot
        on (slot.tour_id, slot.capacity_group, slot.starts_at) = (known.tour_id, known.capacity_group, known.starts_at)
      cross join lateral (select case when substr(days, departs_on - ${from}::date + 1, 1) = '1' then whole - slot.seats
        when seats_taken > 0 then whole else 0 end as more) as change
      where more <> 0 group by known.tour_id, departs_on)`
}

function daysOf({ from, to }: Stretch): Day[] {
  return Array.from({ length: daysBetween(from, to) + 1 }, (_, index) => addDays(from, index))
}
