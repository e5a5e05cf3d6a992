import { addDays, dayIn, type Day } from '../../src/shared/dates.ts'

// Fixed once per file, so that a test running past midnight keeps its days.
const today = dayIn('Europe/London', new Date())

export const DAYS_TO_TELL_APART = 400

/**
 * Returns a distinct day on sale for each `count` up to DAYS_TO_TELL_APART: within two years, and too far ahead for any
 * refund policy or shifted clock to matter.
 */
export function dayAhead(count: number): Day {
  return addDays(today, 300 + count)
}

/** Returns a day of next year, such as `07-01`, for tests where the season matters. */
export function nextYear(monthAndDay: string): Day {
  return `${Number(today.slice(0, 4)) + 1}-${monthAndDay}`
}
