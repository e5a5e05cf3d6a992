import { useEffect, useSyncExternalStore } from 'react'
import type { AttendanceState } from '#shared/bookings/attendance.ts'
import { newTick, seatStates, type SeatState } from './seat-states.ts'
import type { QueueState, TickQueue } from './tick-queue.ts'

/** Others tick too: how often it is asked how everybody stands, in milliseconds, while somebody looks. */
const ASK_EVERY_MS = 60_000

export type TickSheet = QueueState & {
  stateOf: (bookingId: string, seat: number) => SeatState
  tick: (bookingId: string, seat: number, state: AttendanceState) => void
  refresh: () => void
}

/** Who came, as it is known here, and how it is changed. */
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
