import { addDays, dayIn, type Day } from '../../src/shared/dates.ts'

// Once for a file: a test that runs over midnight keeps its days.
const today = dayIn('Europe/London', new Date())

export const DAYS_TO_TELL_APART = 400

/**
 * Returns a day on sale, with `count` (at most DAYS_TO_TELL_APART) to tell it from others: within two years, and so late that no refund policy
 * or moved clock reaches it.
 */
export function dayAhead(count: number): Day {
  return addDays(today, 300 + count)
}

/** Returns a day of next year, such as `07-01`, where the season matters. */
export function nextYear(monthAndDay: string): Day {
  return `${Number(today.slice(0, 4)) + 1}-${monthAndDay}`
}
