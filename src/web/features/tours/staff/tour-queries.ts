import { infiniteQueryOptions } from '@tanstack/react-query'
import { getStaffTour, listStaffTours } from '#shared/tours/staff-calls.ts'
import type { TourStatus } from '#shared/tours/staff.ts'
import { ask, queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'

const PAGE = 50
const FIRST_PAGE = ''

/** Refetched after a change of a tour. */
export const TOUR_LIST = [...consoleKey('tours'), 'list'] as const

/** The agency's tours in pages, sorted by name; filtered by status and by text in the name. */
export function staffToursQuery({ search, status }: { search: string; status: TourStatus | undefined }) {
  return infiniteQueryOptions({
    queryKey: [...TOUR_LIST, status ?? 'all', search],
    queryFn: ({ signal, pageParam }) => {
      const before = pageParam === FIRST_PAGE ? undefined : pageParam
      return ask(listStaffTours, { query: { search: search || undefined, status, limit: PAGE, before } }, signal)
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** A tour for editing: fetched again each time it is opened, but never while someone is editing. */
export function staffTourQuery(id: string) {
  return queryOf(getStaffTour, { params: { id } }, { key: [...consoleKey('tours'), 'one', id], staleTime: Infinity, gcTime: 0 })
}
