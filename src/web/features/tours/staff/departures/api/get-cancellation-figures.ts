import { queryOptions } from '@tanstack/react-query'
import { cancellationFiguresSchema } from '#shared/cancellations/figures.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** Refetched on every visit, since other people sell, hold and change departures all the time. */
const fresh = { staleTime: 0, refetchOnWindowFocus: true } as const

/** What cancelling the departure would do now. */
export function figuresQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('departures'), 'figures', id],
    queryFn: ({ signal }) => exactResponseOf(cancellationFiguresSchema, getJson(calls.departureCancellationPreview(id), {}, { signal })),
    ...fresh,
    gcTime: 0,
  })
}
