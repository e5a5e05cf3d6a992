import { addDays, dayIn, dayInWords, longDay, momentIn, timeIn, type Day } from '#shared/dates.ts'
import { zoneText } from '#shared/time-zones.ts'
import { hasLeft, saleEndsAt, type SaleEnd } from '#shared/tours/sale-ends.ts'

/** A departure with unpaid seats reserved for a customer. */
interface KeptDeparture {
  travelDate: Day
  saleEnd: SaleEnd | null | undefined
}

/** `timeZone` is the agency's. */
interface Clocks {
  timeZone: string
  now: Date
}

/**
 * The latest possible payment deadline: when the sale of the departure ends. For walk-ins, who book after that, it is the end of the day at
 * the destination.
 */
export function latestDueAt({ travelDate, saleEnd }: KeptDeparture, { timeZone, now }: Clocks): Date {
  if (saleEnd && !hasLeft(saleEnd, travelDate, now)) return saleEndsAt(saleEnd, travelDate)
  return endOf(saleEnd?.timeZone ?? timeZone, travelDate)
}

/** The exact deadline for a last day to pay, which is in the agency's time zone. */
export function dueAtOf(dueOn: Day, departure: KeptDeparture, clocks: Clocks): Date {
  const [end, latest] = [endOf(clocks.timeZone, dueOn), latestDueAt(departure, clocks)]
  return end < latest ? end : latest
}

/** The last day to pay, in the agency's time zone. `dueAt` is the moment from which payment is no longer possible. */
export function dueDayOf(dueAt: Date, timeZone: string): Day {
  return dayIn(timeZone, new Date(dueAt.getTime() - 1))
}

/** "23:59 on Wed, 25 Nov 2026, London time". Midnight would read as a day later. */
export function dueText(dueAt: Date, timeZone: string): string {
  const last = timeIn(timeZone, dueAt) === '00:00' ? new Date(dueAt.getTime() - 60_000) : dueAt
  return momentInWords(last, timeZone)
}

/** "23:59 on Wed, 25 Nov 2026, London time". */
export function momentInWords(moment: Date, timeZone: string): string {
  const day = dayIn(timeZone, moment)
  return `${timeIn(timeZone, moment)} on ${dayInWords(day, { weekday: 'short' })}, ${longDay(day)}, ${zoneText(timeZone)}`
}

/** What is wrong with a last day to pay; undefined if it is possible. */
export function dueDayFault(dueOn: Day, departure: KeptDeparture, clocks: Clocks): string | undefined {
  if (dueOn < dayIn(clocks.timeZone, clocks.now)) return 'That day has already passed'
  const latest = latestDueAt(departure, clocks)
  return dueOn > dueDayOf(latest, clocks.timeZone) ? `Payment must be due by ${dueText(latest, clocks.timeZone)}` : undefined
}

function endOf(timeZone: string, day: Day): Date {
  return momentIn(timeZone, `${addDays(day, 1)}T00:00`)
}
