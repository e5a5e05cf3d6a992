import { dayIn, timeIn } from '#shared/dates.ts'
import { zoneText } from '#shared/time-zones.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { movingMoment } from '#shared/vehicles/requests.ts'
import { serverNow } from '#web/lib/server-clock.ts'

const HOUR_MS = 3_600_000

/** Formats a date-time of the field in the en-IN short format (specification §9), with its time zone; empty if there is none. */
export function movingText(movingDate: string): string {
  const moment = movingMoment(movingDate)
  if (Number.isNaN(moment.getTime())) return ''
  const text = moment.toLocaleString('en-IN', {
    timeZone: PICKUP_TIME_ZONE,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })
  return `${text}, ${zoneText(PICKUP_TIME_ZONE)}`
}

/** One hour from now (specification §9), as a datetime-local value at the place of pickup. */
export function earliestMovingDate(now: Date = serverNow()): string {
  const later = new Date(now.getTime() + HOUR_MS)
  const [day, time] = [dayIn(PICKUP_TIME_ZONE, later), timeIn(PICKUP_TIME_ZONE, later)]
  // In the hour that autumn repeats, the field cannot name the second of two equal times, and the first would be too early.
  const isRepeated = movingMoment(`${day}T${time}`).getTime() + HOUR_MS / 60 < later.getTime()
  return isRepeated ? earliestMovingDate(new Date(now.getTime() + HOUR_MS)) : `${day}T${time}`
}

/** The end of the last day on sale, as a datetime-local value. */
export function latestMovingDate(now: Date = serverNow()): string {
  return `${lastTravelDay(dayIn(PICKUP_TIME_ZONE, now))}T23:59`
}
