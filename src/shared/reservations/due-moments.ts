import { addDays, dayIn, dayInWords, longDay, momentIn, timeIn, type Day } from '#shared/dates.ts'
import { hasLeft, saleEndsAt, type SaleEnd } from '#shared/tours/sale-ends.ts'

/** A departure whose seats are kept for somebody who has yet to pay. */
interface KeptDeparture {
  travelDate: Day
  saleEnd: SaleEnd | null | undefined
}

/** `timeZone`: the agency's. */
interface Clocks {
  timeZone: string
  now: Date
}

/**
 * Returns the latest moment until which seats can be kept unpaid: until the sale of the departure ends. Seats of a walk-in, booked after
 * that, can be paid until the day is over at the place.
 */
export function latestDueAt({ travelDate, saleEnd }: KeptDeparture, { timeZone, now }: Clocks): Date {
  if (saleEnd && !hasLeft(saleEnd, travelDate, now)) return saleEndsAt(saleEnd, travelDate)
  return endOf(saleEnd?.timeZone ?? timeZone, travelDate)
}

/** Returns the moment from which what is to be paid by a day, on the agency's clocks, cannot be paid any more. */
export function dueAtOf(dueOn: Day, departure: KeptDeparture, clocks: Clocks): Date {
  const [end, latest] = [endOf(clocks.timeZone, dueOn), latestDueAt(departure, clocks)]
  return end < latest ? end : latest
}

/** Returns the last day, on the agency's clocks, on which it can be paid. `dueAt`: the moment from which it cannot. */
export function dueDayOf(dueAt: Date, timeZone: string): Day {
  return dayIn(timeZone, new Date(dueAt.getTime() - 1))
}

/** Returns "23:59 on Wed, 25 Nov 2026, London time": until when it is to be paid. Midnight would read as one day more. */
export function dueText(dueAt: Date, timeZone: string): string {
  const last = timeIn(timeZone, dueAt) === '00:00' ? new Date(dueAt.getTime() - 60_000) : dueAt
  const day = dayIn(timeZone, last)
  return `${timeIn(timeZone, last)} on ${dayInWords(day, { weekday: 'short' })}, ${longDay(day)}, ${zoneText(timeZone)}`
}

/** Returns what is wrong with a last day to pay; undefined of one that can be. */
export function dueDayFault(dueOn: Day, departure: KeptDeparture, clocks: Clocks): string | undefined {
  if (dueOn < dayIn(clocks.timeZone, clocks.now)) return 'That day has already passed'
  const latest = latestDueAt(departure, clocks)
  return dueOn > dueDayOf(latest, clocks.timeZone) ? `It must be paid by ${dueText(latest, clocks.timeZone)}` : undefined
}

function endOf(timeZone: string, day: Day): Date {
  return momentIn(timeZone, `${addDays(day, 1)}T00:00`)
}

/** Returns "London time" of `Europe/London`, and "UTC" of `UTC`. */
function zoneText(timeZone: string): string {
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ') ?? timeZone
  return timeZone.includes('/') && !timeZone.startsWith('Etc/') ? `${place} time` : place
}
