import { addDays, dayInWords, type Day } from './dates.ts'

/** A month of the calendar, `YYYY-MM`. */
export type Month = string

export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}

/** `count` may be negative. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** Both ends are inclusive. */
export type DayRange = { from: Day; to: Day }

export function dayWithin(day: Day, { from, to }: DayRange): Day {
  if (day < from) return from
  return day > to ? to : day
}

export function rangeOf(month: Month): DayRange {
  return { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }
}

/** The same day of another month, or the last day of a shorter one: 31 January, February → 28 February. */
export function sameDayIn(month: Month, day: Day): Day {
  const { to } = rangeOf(month)
  const same = `${month}${day.slice(7)}`
  return same < to ? same : to
}

export function weeksOf(month: Month): (Day | undefined)[][] {
  const { from, to } = rangeOf(month)
  const beforeFirst = (new Date(`${from}T00:00:00Z`).getUTCDay() + 6) % 7
  const weeks: (Day | undefined)[][] = []
  for (let monday = addDays(from, -beforeFirst); monday <= to; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(monday, at)).map((day) => (monthOf(day) === month ? day : undefined)))
  }
  return weeks
}

/** "Tuesday, 1 December 2026". */
export function fullDay(day: Day): string {
  return dayInWords(day, { dateStyle: 'full' })
}

/** "Tue". */
export function weekday(day: Day): string {
  return dayInWords(day, { weekday: 'short' })
}
