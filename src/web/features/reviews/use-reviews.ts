import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import type { Review } from './review-card.tsx'
import { filtersOf, paramsOf, type ReviewFilters } from './review-address.ts'
import { reviewsQuery } from './api/list-reviews.ts'

/** State of the review list. The filters live only in the address, so that Back and shared links work. */
export function useReviews() {
  const [params, setParams] = useSearchParams()
  const filters = filtersOf(params)
  const query = useInfiniteQuery({ ...reviewsQuery(filters), placeholderData: keepPreviousData })
  const [first] = query.data?.pages ?? []
  // A new review shifts the pages, so that the last of one page reappears as the first of the next.
  const byId = new Map<string, Review>()
  for (const review of query.data?.pages.flatMap(({ data }) => data) ?? []) byId.set(review.id, review)
  return {
    filters,
    show: (next: ReviewFilters) => setParams(paramsOf(next)),
    isPending: query.isPending,
    isStale: query.isPlaceholderData,
    retry: () => void query.refetch({ cancelRefetch: false }),
    /** Undefined until the first page has loaded. */
    found: first && { reviews: [...byId.values()], total: first.total ?? byId.size, summary: first.summary, tours: first.tours },
    more: {
      isThere: query.hasNextPage,
      isBusy: query.isFetchingNextPage,
      hasFailed: query.isFetchNextPageError,
      load: () => void query.fetchNextPage({ cancelRefetch: false }),
    },
  }
}
