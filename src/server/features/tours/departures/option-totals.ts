import { sql, type RawBuilder } from 'kysely'
import { addDays, daysBetween, type Day } from '#shared/dates.ts'
import { runsOn } from '#shared/run-days.ts'
import { runDaysOf, type TourRuns } from '#shared/tours/runs.ts'
import type { Database } from '#server/lib/db.ts'
import { readSlotTours } from '../slots/day-seats.ts'
import { slotsOf } from '../slots/planned-slots.ts'
import { daysAhead, type Stretch } from './running.ts'

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
export async function planOptions(db: Database, stretch: Stretch): Promise<TourPlan[]> {
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
export function plannedOptionSeats(plans: readonly TourPlan[], stretch: Stretch): Map<Day, number> {
  const ahead = daysAhead(stretch)
  const active = plans.filter(({ isActive }) => isActive)
  const seatsOn = (index: number) => active.reduce((sum, { runs, seats }) => sum + (runs[index] ? (seats[index] ?? 0) : 0), 0)
  return new Map(daysOf(stretch).map((day, index) => [day, day >= ahead.from && day <= ahead.to ? seatsOn(index) : 0]))
}

/**
 * Tables for a `with`: `plan` has the planned seats of each tour, and `changes` by how many the slots of a departure differ from them. For one
 * departure `daySeats` says the same; a hundred thousand would take seconds there (`same-figures.test.ts` compares both).
 */
export function optionTables(plans: readonly TourPlan[], { from, to }: Stretch): RawBuilder<unknown> {
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
