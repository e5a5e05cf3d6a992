import { queryOptions } from '@tanstack/react-query'
import { manifestSchema } from '#shared/bookings/manifests.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** The passenger list. Every read is audited, so it is fetched once, again on request, and once more after the departure is cancelled. */
export function manifestQuery(id: string, isCancelled: boolean) {
  return queryOptions({
    queryKey: ['staff', 'manifest', id, isCancelled],
    queryFn: ({ signal }) => exactResponseOf(manifestSchema, getJson(calls.manifest(id), {}, { signal })),
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
}
