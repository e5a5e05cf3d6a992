import { queryOptions } from '@tanstack/react-query'
import { moveSchema } from '#shared/bookings/moves.ts'
import { calls } from '#shared/paths.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

/** Returns the query for all of a vehicle booking. Beyond specification §7: the dialog does without it. */
export function moveQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['bookings', 'move', bookingId],
    queryFn: ({ signal }) => responseOf(moveSchema, getJson(calls.move(bookingId), {}, { signal })),
    staleTime: 0,
  })
}
