import { infiniteQueryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { listReviewsResponseSchema } from '#shared/reviews/public.ts'
import { responseOf, getJson } from '#web/lib/http.ts'
import type { ReviewFilters } from '../review-address.ts'

export function reviewsQuery({ tour, sort }: ReviewFilters) {
  return infiniteQueryOptions({
    queryKey: ['tours', 'reviews', tour, sort],
    queryFn: ({ pageParam: before, signal }) =>
      responseOf(listReviewsResponseSchema, getJson(calls.reviews, { before, sort, tour: tour === '' ? undefined : tour }, { signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, total = 0 }, pages) =>
      pages.reduce((read, page) => read + page.data.length, 0) < total ? data.at(-1)?.id : undefined,
  })
}
