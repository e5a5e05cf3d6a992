import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { staffQuoteDetailsSchema } from '#shared/quotes/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export function quoteQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('quotes'), 'one', id],
    queryFn: ({ signal }) => exactResponseOf(staffQuoteDetailsSchema, getJson(calls.staffQuote(id), {}, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}
