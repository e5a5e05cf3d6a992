import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { bookingAuditSchema } from '#shared/bookings/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { getJson } from '#web/lib/http.ts'

/** Audit entries of a booking, for users who may read them. */
export function bookingAuditQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('bookings'), 'audit', id],
    queryFn: ({ signal }) => exactResponseOf(bookingAuditSchema, getJson(calls.staffBookingAudit(id), {}, { signal })),
    staleTime: 0,
  })
}
