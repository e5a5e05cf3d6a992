import { queryOptions } from '@tanstack/react-query'
import { moveSchema } from '#shared/bookings/moves.ts'
import { calls } from '#shared/paths.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

/** Beyond specification §7: the dialog works without it. */
export function moveQuery(bookingId: string) {
  return queryOptions({
    queryKey: ['bookings', 'move', bookingId],
    queryFn: ({ signal }) => responseOf(moveSchema, getJson(calls.move(bookingId), {}, { signal })),
    staleTime: 0,
  })
}
