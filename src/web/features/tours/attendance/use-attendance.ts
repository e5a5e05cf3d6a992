import { useEffect, useSyncExternalStore } from 'react'
import type { AttendanceState } from '#shared/bookings/attendance.ts'
import { newTick, seatStates, type SeatState } from './seat-states.ts'
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
