import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { staffTourSchema, type TourStatus } from '#shared/tours/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

const MAX_TOURS = 8

/** The first few matching tours by name, of one status or all. */
export function tourChoicesQuery(search: string, status?: TourStatus) {
  return queryOptions({
    queryKey: ['staff', 'tour-choices', status ?? 'all', search],
    queryFn: ({ signal }) =>
      exactResponseOf(
        z.array(staffTourSchema),
        getJson(calls.staffTours, { limit: MAX_TOURS, status, search: search || undefined }, { signal }),
      ),
    placeholderData: keepPreviousData,
  })
}
