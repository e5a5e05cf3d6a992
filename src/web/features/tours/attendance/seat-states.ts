import type { AttendanceState, SeatAttendance, Tick } from '#shared/bookings/attendance.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import type { QueueState } from './tick-queue.ts'

/** The state of one traveller's seat. `by` and `at` are set only for a tick that the server has. */
export type SeatState = { state: AttendanceState; by?: string; at?: string; isWaiting: boolean }

type Queued = Pick<QueueState, 'waiting' | 'standing'>

const NOTHING: SeatState = { state: 'cleared', isWaiting: false }

/** Returns a lookup for the state of a seat. Local ticks show at once, before the server has received them. */
export function seatStates({ waiting, standing = [] }: Queued): (bookingId: string, seat: number) => SeatState {
  const states = new Map<string, SeatState>()
  for (const { bookingId, seat, state, by, tickedAt } of standing)
    states.set(keyOf(bookingId, seat), { state, by, at: tickedAt, isWaiting: false })
  for (const { bookingId, seat, state } of waiting) states.set(keyOf(bookingId, seat), { state, isWaiting: true })
  return (bookingId, seat) => states.get(keyOf(bookingId, seat)) ?? NOTHING
}

/** Creates a tick for now. It is dated after everything known about the seat, even if this device's clock is slow. */
export function newTick({ waiting, standing = [] }: Queued, bookingId: string, seat: number, state: AttendanceState): Tick {
  const known = [...standing, ...waiting].filter((each: SeatAttendance | Tick) => each.bookingId === bookingId && each.seat === seat)
  const time = Math.max(serverNow().getTime(), ...known.map(({ tickedAt }) => Date.parse(tickedAt) + 1))
  return { id: randomUuid(), bookingId, seat, state, tickedAt: new Date(time).toISOString() }
}

type Party = { id: string; guests: number }

export function countStates(bookings: readonly Party[], stateOf: ReturnType<typeof seatStates>) {
  const states = bookings.flatMap(({ id, guests }) => Array.from({ length: guests }, (_, index) => stateOf(id, index + 1).state))
  return {
    people: states.length,
    came: states.filter((each) => each === 'came').length,
    missing: states.filter((each) => each === 'no_show').length,
  }
}

function keyOf(bookingId: string, seat: number): string {
  return `${bookingId} ${seat}`
}
