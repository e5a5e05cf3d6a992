import { isUpcoming } from '#shared/bookings/public.ts'
import type { Day } from '#shared/dates.ts'

/** What decides where a booking stands. */
export type BookingTime = {
  status: string
  day: Day | undefined
  /** Where its days are counted, if not by the visitor's clock. */ timeZone?: string | undefined
}

/**
 * Returns the bookings that are unfinished or to come, the soonest first, and those that are over, the latest first. The server gives
 * them in this order; one that knows nothing of it, or a cancellation since, makes no muddle.
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

/** A day that is not known comes after all others. */
function compared(one: Day = '9999-12-31', other: Day = '9999-12-31'): number {
  return one < other ? -1 : Number(one > other)
}
