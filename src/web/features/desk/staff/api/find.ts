import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { foundSchema, SHORTEST_FIND } from '#shared/desk/find.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { getJson } from '#web/lib/http.ts'

/** Short texts are not searched. */
export function findQuery(text: string) {
  const q = text.trim()
  return queryOptions({
    queryKey: ['staff', 'find', q],
    queryFn: ({ signal }) => exactResponseOf(foundSchema, getJson(calls.staffFind, { q }, { signal })),
    enabled: q.length >= SHORTEST_FIND,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
}
