import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { bookingStorySchema } from '#shared/bookings/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { getJson } from '#web/lib/http.ts'

export function storyQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('bookings'), 'story', id],
    queryFn: ({ signal }) => exactResponseOf(bookingStorySchema, getJson(calls.staffBooking(id), {}, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}
