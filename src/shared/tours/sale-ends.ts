import type { z } from 'zod/mini'
import { addDays, dayIn, longDay, momentIn, type Day } from '#shared/dates.ts'
import type { saleEndSchema } from './sale-end-schema.ts'

export type SaleEnd = z.infer<typeof saleEndSchema>

/** The moment from which a departure is no longer sold. */
export function saleEndsAt({ time, daysBefore, timeZone }: SaleEnd, day: Day): Date {
  return momentIn(timeZone, `${addDays(day, -daysBefore)}T${time}`)
}

/** Whether the sale of a departure has ended; never without a `saleEnd`, since a start time alone closes nothing. */
export function hasLeft(saleEnd: SaleEnd | null | undefined, day: Day, now: Date): boolean {
  return saleEnd ? now >= saleEndsAt(saleEnd, day) : false
}

/**
 * Whether a departure's sale has ended but its day is not over at the destination, so that staff may still book a walk-in. False for an
 * invalid day.
 */
export function takesWalkIns(saleEnd: SaleEnd | null | undefined, day: string, now: Date): boolean {
  return saleEnd ? day === dayIn(saleEnd.timeZone, now) && hasLeft(saleEnd, day, now) : false
}

/** The first day still on sale; without a `saleEnd` that is `today`, the agency's or the visitor's. */
export function firstDayOnSale(saleEnd: SaleEnd | null | undefined, today: Day, now: Date): Day {
  if (!saleEnd) return today
  let day = dayIn(saleEnd.timeZone, now)
  while (hasLeft(saleEnd, day, now)) day = addDays(day, 1)
  return day
}

/** "Kyoto time", naming the local time at a destination such as "Kyoto, Japan". */
function placeTime(destination: string): string {
  return `${placeOf(destination)} time`
}

/** The destination without its country: "Kyoto" for "Kyoto, Japan". */
export function placeOf(destination: string): string {
  return destination.split(',', 1)[0]?.trim() || 'local'
}

/** "Book until 10:00 on the day, Kyoto time". */
export function saleEndText({ time, daysBefore }: Pick<SaleEnd, 'time' | 'daysBefore'>, destination: string): string {
  return `Book until ${time} ${daysBefore === 0 ? 'on the day' : 'the day before'}, ${placeTime(destination)}`
}

/** Says that a departure is no longer sold. `next` is the next one that can be booked. */
export function saleEndedText({ time, daysBefore }: SaleEnd, destination: string, day: Day, next: Day | undefined): string {
  const ended = `${time} on ${longDay(addDays(day, -daysBefore))}, ${placeTime(destination)}`
  const advice =
    next === undefined ? 'No other departures can be booked at the moment.' : `The next one you can book is on ${longDay(next)}.`
  return `You can no longer book this departure: bookings closed at ${ended}. ${advice}`
}

/** The sale end as stored with a booking; both null for a tour without one. */
interface BookedSale {
  startsOn: Day
  timeZone: string | null
  saleEndsAt: Date | null
}

/**
 * Whether a payment for a booking that still holds its seats is in time: until the end of the travel day, in the time zone that applies.
 * Seats held before the sale ended can be paid until the hold ends, however late in the day that is.
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
