import { attendanceSchema } from '#shared/bookings/attendance.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { postJson } from '#web/lib/http.ts'
import { ticksKey } from '#web/lib/waiting-ticks.ts'
import { tickQueue, type TickQueue } from '#web/features/tours/attendance/tick-queue.ts'
import { guideName } from '../guide-name.ts'

export function guideTicks(token: string): TickQueue {
  return tickQueue(ticksKey('guide', token), (ticks) =>
    exactResponseOf(attendanceSchema, postJson(calls.guideTicks, { token, name: guideName.find() ?? '', ticks })),
  )
}
