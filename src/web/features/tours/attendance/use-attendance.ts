import { useEffect, useSyncExternalStore } from 'react'
import type { AttendanceState, SeatAttendance, Tick } from '#shared/bookings/attendance.ts'
import { randomUuid } from '#web/lib/random-key.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import type { QueueState, TickQueue } from './tick-queue.ts'

/** How often to refresh while the page is visible, since others tick too. */
const ASK_EVERY_MS = 60_000

export type TickSheet = QueueState & {
  stateOf: (bookingId: string, seat: number) => SeatState
  tick: (bookingId: string, seat: number, state: AttendanceState) => void
  refresh: () => void
}

export function useAttendance(queue: TickQueue): TickSheet {
  const state = useSyncExternalStore(queue.subscribe, queue.getState)
  useEffect(() => {
    const ask = () => {
      if (document.visibilityState === 'visible') queue.ask()
    }
    queue.refresh()
    const timer = setInterval(ask, ASK_EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [queue])
  return {
    ...state,
    stateOf: seatStates(state),
    tick: (bookingId, seat, to) => queue.add(newTick(queue.getState(), bookingId, seat, to)),
    refresh: queue.refresh,
  }
}

/** The state of one traveller's seat. `by` and `at` are set only for a tick that the server has. */
export type SeatState = { state: AttendanceState; by?: string; at?: string; isWaiting: boolean }

type Queued = Pick<QueueState, 'waiting' | 'standing'>

const NOTHING: SeatState = { state: 'cleared', isWaiting: false }

/** Returns a lookup for the state of a seat. Local ticks show straight away, before the server has received them. */
function seatStates({ waiting, standing = [] }: Queued): (bookingId: string, seat: number) => SeatState {
  const states = new Map<string, SeatState>()
  for (const { bookingId, seat, state, by, tickedAt } of standing)
    states.set(keyOf(bookingId, seat), { state, by, at: tickedAt, isWaiting: false })
  for (const { bookingId, seat, state } of waiting) states.set(keyOf(bookingId, seat), { state, isWaiting: true })
  return (bookingId, seat) => states.get(keyOf(bookingId, seat)) ?? NOTHING
}

/** Creates a tick for now. It is dated after everything known about the seat, even if this device's clock is slow. */
function newTick({ waiting, standing = [] }: Queued, bookingId: string, seat: number, state: AttendanceState): Tick {
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
