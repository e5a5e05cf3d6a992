import { z } from 'zod'
import { addDays, isDay, type Day } from '#shared/dates.ts'
import type { DayRange } from '#shared/months.ts'

const lasting = { days: z.number().int().min(1).max(60).default(1) }
const monthAndDay = z.string().refine((text) => isDay(`2024-${text}`), 'must be a day such as 12-24')
const span = z.string().refine((text) => text.split('/').every(isDay), 'must be days such as 2027-12-24/2027-12-26')
const weekday = z.number().int().min(1).max(7)
const month = z.number().int().min(1).max(12)

/** Fixed days, days from Easter Sunday, the n-th weekday of a month, another calendar, or listed spans. */
const ruleSchema = z.union([
  z.strictObject({ from: monthAndDay, to: monthAndDay.optional() }),
  z.strictObject({ easter: z.number().int(), ...lasting }),
  z.strictObject({ month, weekday, nth: z.number().int().min(-1).max(5), before: z.number().int().min(0).default(0), ...lasting }),
  z.strictObject({ calendar: z.literal('islamic-umalqura'), month, day: z.number().int().min(1).max(30), ...lasting }),
  z.strictObject({ spans: z.array(span).min(1) }),
])
type Rule = z.infer<typeof ruleSchema>

const names = z.array(z.string().trim().min(1))
/** `withYear`: names that count only with a year behind them, because by themselves they describe tours ("summer"). */
export const holidaySchema = z.strictObject({ names: names.min(1), withYear: names.default([]), on: ruleSchema })
/** A holiday or season, with its names. */
export type Holiday = z.infer<typeof holidaySchema>

/** Nothing is on sale further ahead (`lastTravelDay`). */
const YEARS_AHEAD = 2

/**
 * Returns the current or next span of a holiday, or the one that begins in `year`; undefined beyond the days on sale or where no rule gives
 * one.
 */
export function nextSpan(rule: Rule, today: Day, year?: number): DayRange | undefined {
  const thisYear = Number(today.slice(0, 4))
  if (year !== undefined) return year < thisYear || year > thisYear + YEARS_AHEAD ? undefined : spansIn(rule, year)[0]
  return [thisYear - 1, thisYear, thisYear + 1].flatMap((each) => spansIn(rule, each)).find(({ to }) => to >= today)
}

/** Returns the spans that begin in a year. */
function spansIn(rule: Rule, year: number): DayRange[] {
  if ('spans' in rule) return rule.spans.filter((text) => text.startsWith(`${year}-`)).map(spanOf)
  if ('from' in rule) {
    const from = `${year}-${rule.from}`
    const to = `${(rule.to ?? rule.from) < rule.from ? year + 1 : year}-${rule.to ?? rule.from}`
    return isDay(from) && isDay(to) ? [{ from, to }] : []
  }
  return firstDaysIn(rule, year).map((from) => ({ from, to: addDays(from, rule.days - 1) }))
}

function firstDaysIn(rule: Exclude<Rule, { from: string } | { spans: string[] }>, year: number): Day[] {
  if ('easter' in rule) return [addDays(easterSunday(year), rule.easter)]
  if ('calendar' in rule) return daysByCalendar(rule, year)
  const day = nthWeekday(year, rule)
  return day === undefined ? [] : [addDays(day, -rule.before)]
}

function spanOf(text: string): DayRange {
  const [from = '', to = from] = text.split('/')
  return { from, to }
}

/** Uses Butcher's algorithm for the Gregorian calendar. */
export function easterSunday(year: number): Day {
  const a = year % 19
  const century = Math.floor(year / 100)
  const c = year % 100
  const g = Math.floor((8 * century + 13) / 25)
  const h = (19 * a + century - Math.floor(century / 4) - g + 15) % 30
  const m = Math.floor((a + 11 * h) / 319)
  const weekdayOffset = (2 * (century % 4) + 2 * Math.floor(c / 4) - (c % 4) - h + m + 32) % 7
  const inMonth = Math.floor((h - m + weekdayOffset + 90) / 25)
  const day = (h - m + weekdayOffset + inMonth + 19) % 32
  return dayOf(year, inMonth, day)
}

function dayOf(year: number, inMonth: number, day: number): Day {
  return `${String(year).padStart(4, '0')}-${String(inMonth).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

/** Returns 1 for a Monday to 7 for a Sunday. */
export function weekdayOf(day: Day): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7
}

function nthWeekday(year: number, rule: { month: number; weekday: number; nth: number }): Day | undefined {
  const all = Array.from({ length: 31 }, (_, index) => dayOf(year, rule.month, index + 1)).filter(
    (day) => isDay(day) && weekdayOf(day) === rule.weekday,
  )
  return all.at(rule.nth < 0 ? rule.nth : rule.nth - 1)
}

type CalendarRule = Extract<Rule, { calendar: string }>
/** Caches the days per holiday and year. */
const foundByCalendar = new WeakMap<CalendarRule, Map<number, Day[]>>()

function daysByCalendar(rule: CalendarRule, year: number): Day[] {
  const known = foundByCalendar.get(rule) ?? new Map<number, Day[]>()
  foundByCalendar.set(rule, known)
  const days = known.get(year) ?? findByCalendar(rule, year)
  known.set(year, days)
  return days
}

function findByCalendar(rule: CalendarRule, year: number): Day[] {
  const format = new Intl.DateTimeFormat(`en-u-ca-${rule.calendar}`, { timeZone: 'UTC', month: 'numeric', day: 'numeric' })
  const first = dayOf(year, 1, 1)
  return Array.from({ length: 366 }, (_, index) => addDays(first, index)).filter((day) => {
    const parts = format.formatToParts(new Date(`${day}T00:00:00Z`))
    const value = (type: string) => parts.find((part) => part.type === type)?.value
    return value('month') === String(rule.month) && value('day') === String(rule.day) && day.slice(0, 4) === first.slice(0, 4)
  })
}
