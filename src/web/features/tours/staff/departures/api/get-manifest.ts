import { queryOptions } from '@tanstack/react-query'
import { manifestSchema } from '#shared/bookings/manifests.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** Returns who travels. Each reading of it is recorded, so it is read once, again when asked for, and anew once the departure is cancelled. */
export function manifestQuery(id: string, isCancelled: boolean) {
  return queryOptions({
    queryKey: ['staff', 'manifest', id, isCancelled],
    queryFn: ({ signal }) => exactResponseOf(manifestSchema, getJson(calls.manifest(id), {}, { signal })),
    staleTime: Infinity,
    refetchOnReconnect: false,
  })
}
