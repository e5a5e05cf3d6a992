import { z } from 'zod/mini'
import { addDays, isDay, type Day } from '#shared/dates.ts'

/** Monday is 1, Sunday 7, as in ISO 8601. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const MAX_RUN_DATES = 400

const weekday = z
  .number()
  .check(z.int('There is no such weekday'), z.gte(1, 'There is no such weekday'), z.lte(7, 'There is no such weekday'))
const day = z.string('A date is required').check(z.refine(isDay, 'Please choose a valid date'))

/** The days on which a tour departs: daily, on some weekdays, or on listed dates (decisions, "Tours"). Sorted and without duplicates. */
export const tourRunsSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('daily') }),
  z.object({
    kind: z.literal('weekdays'),
    weekdays: z.array(weekday).check(z.minLength(1, 'Please choose at least one weekday'), z.maxLength(7), z.overwrite(sortedOnce)),
  }),
  z.object({
    kind: z.literal('dates'),
    dates: z
      .array(day)
      .check(
        z.minLength(1, 'Please list at least one date'),
        z.maxLength(MAX_RUN_DATES, `At most ${MAX_RUN_DATES} dates can be listed`),
        z.overwrite(sortedOnce),
      ),
  }),
])
export type TourRuns = z.infer<typeof tourRunsSchema>

function sortedOnce<Item extends number | string>(items: Item[]): Item[] {
  return [...new Set(items)].sort((one, other) => (one < other ? -1 : 1))
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(date: Day): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

export function runsOn(runs: TourRuns, date: Day): boolean {
  if (runs.kind === 'daily') return true
  return runs.kind === 'weekdays' ? runs.weekdays.includes(weekdayOf(date)) : runs.dates.includes(date)
}

/** Up to `count` departure days between `first` and `last`, both inclusive. */
export function nextRunDays(runs: TourRuns, first: Day, last: Day, count: number): Day[] {
  if (runs.kind === 'dates') return runs.dates.filter((date) => date >= first && date <= last).slice(0, count)
  const days: Day[] = []
  for (let date = first; date <= last && days.length < count; date = addDays(date, 1)) {
    if (runsOn(runs, date)) days.push(date)
  }
  return days
}
