import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { similarToursResponseSchema } from '#shared/tours/public.ts'
import { responseOf, getJson } from '#web/lib/http.ts'

/** Tours similar to this one. Beyond specification §7: a failure is silent, and nothing waits for the result. */
export function similarToursQuery(tourId: string) {
  return queryOptions({
    queryKey: ['tours', 'similar', tourId],
    queryFn: async ({ signal }) => (await responseOf(similarToursResponseSchema, getJson(calls.similarTours(tourId), {}, { signal }))).data,
    retry: false,
  })
}
