import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listStaffTours } from '#shared/tours/staff-calls.ts'
import type { TourStatus } from '#shared/tours/staff.ts'
import { ask } from '#web/lib/ask.ts'

const MAX_TOURS = 8

/** The first few matching tours by name, of one status or all. */
export function tourChoicesQuery(search: string, status?: TourStatus) {
  return queryOptions({
    queryKey: ['staff', 'tour-choices', status ?? 'all', search],
    queryFn: ({ signal }) => ask(listStaffTours, { query: { limit: MAX_TOURS, status, search: search || undefined } }, signal),
    placeholderData: keepPreviousData,
  })
}
