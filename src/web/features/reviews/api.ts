import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { listReviewsResponseSchema, ownReviewResponseSchema, REVIEW_SORTS, type ReviewBody, type ReviewSort } from '#shared/reviews.ts'
import { responseOf, getJson, sendJson } from '#web/lib/http.ts'

/** The filters in the address of the reviews page; an empty `tour` means all tours. */
export type ReviewFilters = { tour: string; sort: ReviewSort }

/** The number of reviews on a tour's page. */
const LATEST = 3

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

/** Returns the query for the latest reviews of one tour. Beyond specification §7: a failure is silent, and nothing waits for it. */
export function latestReviewsQuery(tourId: string) {
  return queryOptions({
    queryKey: ['tours', 'latest-reviews', tourId],
    queryFn: ({ signal }) => responseOf(listReviewsResponseSchema, getJson(calls.reviews, { tour: tourId, limit: LATEST }, { signal })),
    retry: false,
  })
}

export function filtersOf(params: URLSearchParams): ReviewFilters {
  const sort = REVIEW_SORTS.find((each) => each === params.get('sort')) ?? 'newest'
  return { tour: params.get('tour') ?? '', sort }
}

export function paramsOf({ tour, sort }: ReviewFilters): Record<string, string> {
  return { ...(tour !== '' && { tour }), ...(sort !== 'newest' && { sort }) }
}

/** Writes or changes the one review of a booking; the server decides which name is shown with it. */
export function writeReview(bookingId: string, body: ReviewBody) {
  return responseOf(ownReviewResponseSchema, sendJson('PUT', calls.review(bookingId), body))
}

export function deleteReview(bookingId: string) {
  return sendJson('DELETE', calls.review(bookingId))
}
