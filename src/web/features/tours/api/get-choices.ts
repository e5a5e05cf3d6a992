import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { tourChoicesResponseSchema } from '#shared/tours/choices.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

/** Beyond specification §7: a failure is silent, and leaves the specified choices. */
export function tourChoicesQuery() {
  return queryOptions({
    queryKey: ['tours', 'choices'],
    queryFn: async ({ signal }) => responseOf(tourChoicesResponseSchema, getJson(calls.tourChoices, {}, { signal })),
    retry: false,
  })
}
