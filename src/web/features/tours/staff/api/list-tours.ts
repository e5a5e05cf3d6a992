import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { staffTourSchema, type TourStatus } from '#shared/tours/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

const PAGE = 50
const FIRST_PAGE = ''

/** The agency's tours in pages, sorted by name; filtered by status and by text in the name. */
export function staffToursQuery({ search, status }: { search: string; status: TourStatus | undefined }) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('tours'), 'list', status ?? 'all', search],
    queryFn: ({ signal, pageParam }) => {
      const query = { search: search || undefined, status, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      return exactResponseOf(z.array(staffTourSchema), getJson(calls.staffTours, query, { signal }))
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}
