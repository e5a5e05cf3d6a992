import { isUpcoming } from '#shared/bookings/public.ts'
import type { Day } from '#shared/dates.ts'

/** The fields by which bookings are sorted. */
export type BookingTime = {
  status: string
  day: Day | undefined
  /** Where its days are counted, if not by the visitor's clock. */ timeZone?: string | undefined
}

/**
 * Sorts bookings: unfinished and upcoming ones first, soonest first, then past ones, latest first. The server uses the same order, but
 * other servers may not, and a booking may have been cancelled since.
 */
export function inTime<T>(
  bookings: readonly T[],
  timeOf: (booking: T) => BookingTime,
  todayIn: (timeZone: string | undefined) => Day,
): { upcoming: T[]; past: T[] } {
  const timed = bookings.map((booking) => ({ booking, ...timeOf(booking) }))
  const isToCome = ({ status, day, timeZone }: BookingTime) => isUpcoming(status, day, todayIn(timeZone))
  const [upcoming, past] = [timed.filter(isToCome), timed.filter((each) => !isToCome(each))]
  return {
    upcoming: upcoming.toSorted((one, other) => compared(one.day, other.day)).map(({ booking }) => booking),
    past: past.toSorted((one, other) => compared(other.day, one.day)).map(({ booking }) => booking),
  }
}

/** Unknown days sort last. */
function compared(one: Day = '9999-12-31', other: Day = '9999-12-31'): number {
  return one < other ? -1 : Number(one > other)
}
