import { queryOptions } from '@tanstack/react-query'
import { attendanceSchema } from '#shared/bookings/attendance.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { ticksKey } from '#web/lib/waiting-ticks.ts'
import { tickQueue, type TickQueue } from '#web/features/tours/attendance/tick-queue.ts'

/** Returns the ticks that an account makes of a departure. */
export function departureTicks(accountId: string, id: string): TickQueue {
  return tickQueue(ticksKey(accountId, id), (ticks) => exactResponseOf(attendanceSchema, postJson(calls.tickDeparture(id), { ticks })))
}

/** Asks how the seats stand whenever the console is told of ticks; names are not read with them, so that no reading is recorded. */
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
