import type { z } from 'zod/mini'
import { addDays, dayIn, longDay, momentIn, type Day } from '#shared/dates.ts'
import type { saleEndSchema } from './sale-end-schema.ts'

export type SaleEnd = z.infer<typeof saleEndSchema>

/** Returns the moment from which a departure is no longer sold. */
export function saleEndsAt({ time, daysBefore, timeZone }: SaleEnd, day: Day): Date {
  return momentIn(timeZone, `${addDays(day, -daysBefore)}T${time}`)
}

/** Returns whether a departure is no longer sold because its time has come; never without an end of its own: a start time closes nothing. */
export function hasLeft(saleEnd: SaleEnd | null | undefined, day: Day, now: Date): boolean {
  return saleEnd ? now >= saleEndsAt(saleEnd, day) : false
}

/** Returns whether a departure has left and its day is not over there: staff may still book a walk-in. False for a text that is no day. */
export function takesWalkIns(saleEnd: SaleEnd | null | undefined, day: string, now: Date): boolean {
  return saleEnd ? day === dayIn(saleEnd.timeZone, now) && hasLeft(saleEnd, day, now) : false
}

/** Returns the first day whose departure has not left. Without an end of its own that is `today`, the agency's or the visitor's. */
export function firstDayOnSale(saleEnd: SaleEnd | null | undefined, today: Day, now: Date): Day {
  if (!saleEnd) return today
  let day = dayIn(saleEnd.timeZone, now)
  while (hasLeft(saleEnd, day, now)) day = addDays(day, 1)
  return day
}

/** Returns "Kyoto time": whose clocks tell when the sale of a tour to "Kyoto, Japan" ends. */
function placeTime(destination: string): string {
  return `${placeOf(destination)} time`
}

/** Returns the place of a destination without its country: "Kyoto" of "Kyoto, Japan". */
export function placeOf(destination: string): string {
  return destination.split(',', 1)[0]?.trim() || 'local'
}

/** Returns "Book until 10:00 on the day, Kyoto time". */
export function saleEndText({ time, daysBefore }: Pick<SaleEnd, 'time' | 'daysBefore'>, destination: string): string {
  return `Book until ${time} ${daysBefore === 0 ? 'on the day' : 'the day before'}, ${placeTime(destination)}`
}

/** Returns what to say of a departure that is no longer sold. `next`: the next one that can be booked. */
export function saleEndedText({ time, daysBefore }: SaleEnd, destination: string, day: Day, next: Day | undefined): string {
  const ended = `${time} on ${longDay(addDays(day, -daysBefore))}, ${placeTime(destination)}`
  const advice = next === undefined ? 'No other departure can be booked at present.' : `The next one you can book is on ${longDay(next)}.`
  return `This departure can no longer be booked: its sale ended at ${ended}. ${advice}`
}

/** When a booking was on sale, as it keeps it; both null of a tour without an end of its own. */
interface BookedSale {
  startsOn: Day
  timeZone: string | null
  saleEndsAt: Date | null
}

/**
 * Returns whether a payment for a booking that still holds its seats comes in time: by the end of its day of travel, where its days are
 * counted. Seats that were held before the sale ended can be paid until the hold ends, however late in the day that is.
 */
export function isPaidInTime(
  { startsOn, timeZone, saleEndsAt: ended }: BookedSale,
  agencyZone: string,
  paidAt: Date,
  holdMs: number,
): boolean {
  if (startsOn >= dayIn(timeZone ?? agencyZone, paidAt)) return true
  return ended !== null && paidAt.getTime() < ended.getTime() + holdMs
}
