import { queryOptions } from '@tanstack/react-query'
import { departureCancellationSchema } from '#shared/cancellations/staff.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** Refetched on every visit, since other people sell, hold and change departures all the time. */
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const

export function cancellationQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('departures'), 'cancellation', id],
    queryFn: ({ signal }) => exactResponseOf(departureCancellationSchema, getJson(calls.departureCancellation(id), {}, { signal })),
    ...fresh,
  })
}
