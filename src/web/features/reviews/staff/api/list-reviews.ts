import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { staffReviewSchema } from '#shared/reviews/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

const PAGE = 10
const FIRST_PAGE = ''

/** All reviews of a tour in pages, newest first, including hidden ones. */
export function staffReviewsQuery(tourId: string) {
  return infiniteQueryOptions({
    queryKey: ['staff', 'reviews', tourId],
    queryFn: ({ signal, pageParam }) => {
      const query = { tour: tourId, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      return exactResponseOf(z.array(staffReviewSchema), getJson(calls.staffReviews, query, { signal }))
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: (page) => (page.length === PAGE ? page.at(-1)?.id : undefined),
  })
}
