import type { Day } from '#shared/dates.ts'
import { departureId, type DepartureDay, type StaffDeparture } from '#shared/tours/departures.ts'
import type { Database, Trx } from '#server/lib/db.ts'

/** Seats of a departure that staff keep for customers who have yet to pay. */
export interface ReservedSeats {
  tourId: string
  day: Day
  bookings: number
  seats: number
}

/** Passed in by features that may depend on bookings. */
export type ListReserved = (db: Database | Trx, of: { from: Day; to?: Day; tour?: string | undefined }) => Promise<ReservedSeats[]>

/** Adds the reserved seats, which are part of the held ones, to each departure. */
export function withReserved<Departure extends StaffDeparture>(departures: Departure[], reserved: ReservedSeats[]): Departure[] {
  const seats = new Map(reserved.map(({ tourId, day, seats: count }) => [departureId(tourId, day), count]))
  return departures.map((departure) => markReserved(departure, seats.get(departure.id) ?? 0))
}

export function daysWithReserved(days: DepartureDay[], reserved: ReservedSeats[]): DepartureDay[] {
  const seats = new Map<Day, number>()
  for (const { day, seats: count } of reserved) seats.set(day, (seats.get(day) ?? 0) + count)
  return days.map((day) => markReserved(day, seats.get(day.date) ?? 0))
}

/** The two were read one after the other, so seats no longer held must not count as reserved. */
function markReserved<Held extends { held: number }>(of: Held, reserved: number): Held {
  const seats = Math.min(reserved, of.held)
  return seats === 0 ? of : { ...of, reserved: seats }
}
