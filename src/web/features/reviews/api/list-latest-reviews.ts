import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { listReviewsResponseSchema } from '#shared/reviews/public.ts'
import { responseOf, getJson } from '#web/lib/http.ts'

/** The number of reviews on a tour's page. */
const LATEST = 3

/** The latest reviews of a tour. Beyond specification §7: a failure is silent, and nothing waits for it. */
export function latestReviewsQuery(tourId: string) {
  return queryOptions({
    queryKey: ['tours', 'latest-reviews', tourId],
    queryFn: ({ signal }) => responseOf(listReviewsResponseSchema, getJson(calls.reviews, { tour: tourId, limit: LATEST }, { signal })),
    retry: false,
  })
}
