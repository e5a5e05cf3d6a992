import { addDays, dayInWords, type Day } from './dates.ts'

/** A month of the calendar, `YYYY-MM`. */
export type Month = string

export function monthOf(day: Day): Month {
  return day.slice(0, 7)
}

/** Returns the month `count` months after another, or before it when negative. */
export function addMonths(month: Month, count: number): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

/** Days from the first to the last, both included. */
export type DayRange = { from: Day; to: Day }

/** Returns a day, or the end of the range that is nearer to it. */
export function dayWithin(day: Day, { from, to }: DayRange): Day {
  if (day < from) return from
  return day > to ? to : day
}

/** Returns the first and the last day of a month. */
export function rangeOf(month: Month): DayRange {
  return { from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }
}

/** Returns the same day in another month, or the last one of a shorter month: 31 January, February → 28 February. */
export function sameDayIn(month: Month, day: Day): Day {
  const { to } = rangeOf(month)
  const same = `${month}${day.slice(7)}`
  return same < to ? same : to
}

/** Returns the weeks of a month, from Monday on; days that belong to its neighbours are undefined. */
export function weeksOf(month: Month): (Day | undefined)[][] {
  const { from, to } = rangeOf(month)
  const beforeFirst = (new Date(`${from}T00:00:00Z`).getUTCDay() + 6) % 7
  const weeks: (Day | undefined)[][] = []
  for (let monday = addDays(from, -beforeFirst); monday <= to; monday = addDays(monday, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, at) => addDays(monday, at)).map((day) => (monthOf(day) === month ? day : undefined)))
  }
  return weeks
}

/** Returns "Tuesday, 1 December 2026". */
export function fullDay(day: Day): string {
  return dayInWords(day, { dateStyle: 'full' })
}

/** Returns "Tue". */
export function weekday(day: Day): string {
  return dayInWords(day, { weekday: 'short' })
}
