import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { suggestionsResponseSchema } from '#shared/tours/suggestions.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

/** Beyond specification §7: a failure is silent, and nothing waits for the result. */
export function suggestionsQuery(text: string) {
  return queryOptions({
    queryKey: ['tours', 'suggestions', text],
    queryFn: async ({ signal }) => responseOf(suggestionsResponseSchema, getJson(calls.suggestTours, { search: text }, { signal })),
    retry: false,
  })
}
