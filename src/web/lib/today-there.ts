import { dayIn, localToday, type Day } from '#shared/dates.ts'
import { isTimeZone } from '#shared/time-zones.ts'
import { serverNow } from '#web/lib/server-clock.ts'

/** Today in the booking's time zone, or in the visitor's if that is missing or unknown to this browser. */
export function todayThere(timeZone: string | null | undefined): Day {
  return timeZone && isTimeZone(timeZone) ? dayIn(timeZone, serverNow()) : localToday()
}

/** A time zone that must be named beside a day: undefined if the visitor's own clock shows the same. */
export function zoneElsewhere(timeZone: string | null | undefined): string | undefined {
  if (!timeZone || !isTimeZone(timeZone)) return undefined
  return timeZone === new Intl.DateTimeFormat().resolvedOptions().timeZone ? undefined : timeZone
}
