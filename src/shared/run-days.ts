import { z } from 'zod/mini'
import { addDays, isDay, type Day } from './dates.ts'
import { daySchema } from './day-schema.ts'

/** Monday is 1, Sunday 7, as in ISO 8601. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
const MAX_RULES = 20
const MAX_DATES = 400
/** Any leap year: 29 February is a day of the year as well. */
const LEAP_YEAR = '2028'
const ORDER = 'The season can’t end before it starts'

const weekday = z.number().check(z.int('Unknown weekday'), z.gte(1, 'Unknown weekday'), z.lte(7, 'Unknown weekday'))
export const weekdaysSchema = z
  .array(weekday)
  .check(z.minLength(1, 'Please choose at least one weekday'), z.maxLength(7), z.overwrite(sortedOnce))
export const datesSchema = z
  .array(daySchema)
  .check(z.maxLength(MAX_DATES, `You can list up to ${MAX_DATES} dates`), z.overwrite(sortedOnce))

const seasonEnd = z.string('A date is required').check(z.refine((text) => isDay(text) || isDayOfYear(text), 'Please choose a valid date'))
export const runRuleSchema = z.object({ weekdays: weekdaysSchema, from: z.optional(seasonEnd), to: z.optional(seasonEnd) }).check(
  z.refine(({ from, to }) => from === undefined || to === undefined || from.length === to.length, {
    error: 'Please include the year in both dates or in neither',
    path: ['to'],
  }),
  z.refine(({ from, to }) => from !== undefined || to === undefined || !isDayOfYear(to), {
    error: 'Please choose a first day',
    path: ['from'],
  }),
  z.refine(({ from, to }) => to !== undefined || from === undefined || !isDayOfYear(from), {
    error: 'Please choose a last day',
    path: ['to'],
  }),
  z.refine(({ from, to }) => !from || !to || from.length !== to.length || isDayOfYear(from) || from <= to, { error: ORDER, path: ['to'] }),
)
/**
 * Weekdays within a season, both ends included. Its ends are dates, of which either may be missing, or days of every
 * year (`05-01`), which may go over New Year. Without either the rule holds always.
 */
export type RunRule = z.infer<typeof runRuleSchema>

/** The days named by any rule or listed in `also`, without those in `except`. Sorted and without duplicates. */
export const runDaysSchema = z.object({
  rules: z.array(runRuleSchema).check(z.maxLength(MAX_RULES, `You can add up to ${MAX_RULES} rules`)),
  also: datesSchema,
  except: datesSchema,
})
export type RunDays = z.infer<typeof runDaysSchema>

function sortedOnce<Item extends number | string>(items: Item[]): Item[] {
  return [...new Set(items)].sort((one, other) => (one < other ? -1 : 1))
}

/** Whether an end of a season is a day of every year, `MM-DD`, as opposed to a date. */
export function isDayOfYear(text: string): boolean {
  return isDay(`${LEAP_YEAR}-${text}`)
}

/** 1 for Monday to 7 for Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

/** The only rule of which days something runs on; `is_run_day` in the database says the same. */
export function runsOn({ rules, also, except }: RunDays, day: Day): boolean {
  if (except.includes(day)) return false
  return also.includes(day) || rules.some((rule) => isNamedBy(rule, day))
}

export function isNamedBy(rule: RunRule, day: Day): boolean {
  return rule.weekdays.includes(weekdayOf(day)) && isInSeason(rule, day)
}

function isInSeason({ from, to }: RunRule, day: Day): boolean {
  if (from === undefined && to === undefined) return true
  const isYearly = isDayOfYear(from ?? to ?? '')
  const at = isYearly ? day.slice('YYYY-'.length) : day
  const [hasBegun, goesOn] = [from === undefined || at >= from, to === undefined || at <= to]
  const isOverNewYear = from !== undefined && to !== undefined && from > to
  return isOverNewYear ? hasBegun || goesOn : hasBegun && goesOn
}

/** Up to `count` days from `first` to `last`, both inclusive. */
export function nextRunDays(runDays: RunDays, first: Day, last: Day, count: number): Day[] {
  const days: Day[] = []
  for (let day = first; day <= last && days.length < count; day = addDays(day, 1)) {
    if (runsOn(runDays, day)) days.push(day)
  }
  return days
}
