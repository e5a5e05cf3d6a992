import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { suggestionsResponseSchema } from '#shared/tours/suggestions.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

/** Returns the query for what is suggested for a text. Beyond specification §7: a failure is silent, and nothing waits for it. */
export function suggestionsQuery(text: string) {
  return queryOptions({
    queryKey: ['tours', 'suggestions', text],
    queryFn: async ({ signal }) => responseOf(suggestionsResponseSchema, getJson(calls.suggestTours, { search: text }, { signal })),
    retry: false,
  })
}
