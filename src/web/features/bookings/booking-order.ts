import { isUpcoming } from '#shared/bookings.ts'
import type { Day } from '#shared/dates.ts'

/** What decides where a booking stands. */
export type BookingTime = { status: string; day: Day | undefined }

/**
 * Returns the bookings that are unfinished or to come, the soonest first, and those that are over, the latest first. The server gives
 * them in this order; one that knows nothing of it, or a cancellation since, makes no muddle.
 */
export function inTime<T>(bookings: readonly T[], timeOf: (booking: T) => BookingTime, today: Day): { upcoming: T[]; past: T[] } {
  const timed = bookings.map((booking) => ({ booking, ...timeOf(booking) }))
  const upcoming = timed.filter(({ status, day }) => isUpcoming(status, day, today))
  const past = timed.filter(({ status, day }) => !isUpcoming(status, day, today))
  return {
    upcoming: upcoming.toSorted((one, other) => compared(one.day, other.day)).map(({ booking }) => booking),
    past: past.toSorted((one, other) => compared(other.day, one.day)).map(({ booking }) => booking),
  }
}

/** A day that is not known comes after all others. */
function compared(one: Day = '9999-12-31', other: Day = '9999-12-31'): number {
  return one < other ? -1 : Number(one > other)
}
