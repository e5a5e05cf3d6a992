import { isDay, longDay, type Day } from '#shared/dates.ts'

/** How far ahead we sell. */
const YEARS = 2

/** The last day that can be booked: two years from today; from 29 February, the 28th. */
export function lastTravelDay(today: Day): Day {
  const year = Number(today.slice(0, 4)) + YEARS
  const sameDate = `${year}${today.slice(4)}`
  return isDay(sameDate) ? sameDate : `${year}-02-28`
}

/** The error for a day too far ahead to be booked; undefined if it is not. */
export function tooFarAhead(day: Day, today: Day): string | undefined {
  const last = lastTravelDay(today)
  return day > last ? `Please choose a date up to ${longDay(last)}` : undefined
}
