import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { deactivationPreviewSchema } from '#shared/tours/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** How many bookings and checkouts deactivating a tour affects. */
export function deactivationQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('tours'), 'deactivation', id],
    queryFn: ({ signal }) => exactResponseOf(deactivationPreviewSchema, getJson(calls.deactivationPreview(id), {}, { signal })),
    staleTime: 0,
    gcTime: 0,
  })
}
