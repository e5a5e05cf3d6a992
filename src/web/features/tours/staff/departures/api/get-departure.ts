import { queryOptions } from '@tanstack/react-query'
import { staffDepartureDetailsSchema } from '#shared/tours/departures.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** Refetched on every visit, since other people sell, hold and change departures all the time. */
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const

export function departureQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('departures'), 'one', id],
    queryFn: ({ signal }) => exactResponseOf(staffDepartureDetailsSchema, getJson(calls.staffDeparture(id), {}, { signal })),
    ...fresh,
  })
}
