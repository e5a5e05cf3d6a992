import { queryOptions } from '@tanstack/react-query'
import { attendanceSchema } from '#shared/bookings/attendance.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { ticksKey } from '#web/lib/waiting-ticks.ts'
import { tickQueue, type TickQueue } from '#web/features/tours/attendance/tick-queue.ts'

export function departureTicks(accountId: string, id: string): TickQueue {
  return tickQueue(ticksKey(accountId, id), (ticks) => exactResponseOf(attendanceSchema, postJson(calls.tickDeparture(id), { ticks })))
}

/** Refreshes attendance when the console is notified of ticks. Names are not fetched with it, so no read is audited. */
export function toldTicksQuery(queue: TickQueue, id: string) {
  return queryOptions({
    queryKey: ['staff', 'attendance', 'ticks', id],
    queryFn: () => {
      queue.ask()
      return null
    },
    staleTime: Infinity,
  })
}
