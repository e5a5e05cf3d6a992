import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { tourResponseSchema } from '#shared/tours/public.ts'
import { responseOf, getJson } from '#web/lib/http.ts'

/** The data is null when the response holds no tour. */
export function tourQuery(id: string) {
  return queryOptions({
    queryKey: ['tours', 'one', id],
    queryFn: async ({ signal }) => (await responseOf(tourResponseSchema, getJson(calls.tour(id), {}, { signal }))).data ?? null,
  })
}
