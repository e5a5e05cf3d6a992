import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { staffTourDetailsSchema } from '#shared/tours/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** A tour for editing: fetched anew each time it is opened, but never while someone is editing. */
export function staffTourQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('tours'), 'one', id],
    queryFn: ({ signal }) => exactResponseOf(staffTourDetailsSchema, getJson(calls.staffTour(id), {}, { signal })),
    staleTime: Infinity,
    gcTime: 0,
  })
}
