import { queryOptions } from '@tanstack/react-query'
import type { Day } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import { seatsResponseSchema } from '#shared/tours/public.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export function seatsLeftQuery(tourId: string, date: Day) {
  return queryOptions({
    queryKey: [...consoleKey('bookings'), 'seats', tourId, date],
    queryFn: ({ signal }) => exactResponseOf(seatsResponseSchema, getJson(calls.seats(tourId), { date }, { signal })),
    enabled: tourId !== '' && date !== '',
    staleTime: 0,
    retry: false,
  })
}
