import { dayIn, localToday, type Day } from '#shared/dates.ts'
import { isTimeZone } from '#shared/time-zones.ts'

/** Today in the booking's time zone, or in the visitor's if that is missing or unknown to this browser. */
export function todayThere(timeZone: string | null | undefined): Day {
  return timeZone && isTimeZone(timeZone) ? dayIn(timeZone, new Date()) : localToday()
}
