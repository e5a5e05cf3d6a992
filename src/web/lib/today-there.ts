import { dayIn, localToday, type Day } from '#shared/dates.ts'
import { isTimeZone } from '#shared/time-zones.ts'

/** Returns today where the days of a booking are counted; the visitor's where that is not said, or not known to this browser. */
export function todayThere(timeZone: string | null | undefined): Day {
  return timeZone && isTimeZone(timeZone) ? dayIn(timeZone, new Date()) : localToday()
}
