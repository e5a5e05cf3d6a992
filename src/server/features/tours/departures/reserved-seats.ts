import type { Day } from '#shared/dates.ts'
import { departureId, type DepartureDay, type StaffDeparture } from '#shared/tours/departures.ts'
import type { Database, Trx } from '#server/lib/db.ts'

/** Seats of a departure that staff keep for those who have yet to pay. */
export interface ReservedSeats {
  tourId: string
  day: Day
  bookings: number
  seats: number
}

/** Reads them; handed in by whoever may ask the bookings. */
export type ListReserved = (db: Database | Trx, of: { from: Day; to?: Day; tour?: string | undefined }) => Promise<ReservedSeats[]>

/** Returns departures with the seats that staff keep, which are among those that are held. */
export function withReserved<Departure extends StaffDeparture>(departures: Departure[], reserved: ReservedSeats[]): Departure[] {
  const seats = new Map(reserved.map(({ tourId, day, seats: count }) => [departureId(tourId, day), count]))
  return departures.map((departure) => markReserved(departure, seats.get(departure.id) ?? 0))
}

/** Returns days with the seats that staff keep, likewise. */
export function daysWithReserved(days: DepartureDay[], reserved: ReservedSeats[]): DepartureDay[] {
  const seats = new Map<Day, number>()
  for (const { day, seats: count } of reserved) seats.set(day, (seats.get(day) ?? 0) + count)
  return days.map((day) => markReserved(day, seats.get(day.date) ?? 0))
}

/** Both were read one after the other: what is no longer held is not reserved either. */
function markReserved<Held extends { held: number }>(of: Held, reserved: number): Held {
  const seats = Math.min(reserved, of.held)
  return seats === 0 ? of : { ...of, reserved: seats }
}
