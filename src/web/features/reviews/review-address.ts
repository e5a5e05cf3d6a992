import { REVIEW_SORTS, type ReviewSort } from '#shared/reviews/public.ts'

/** Filters in the address of the reviews page; an empty `tour` means all tours. */
export type ReviewFilters = { tour: string; sort: ReviewSort }

export function filtersOf(params: URLSearchParams): ReviewFilters {
  const sort = REVIEW_SORTS.find((each) => each === params.get('sort')) ?? 'newest'
  return { tour: params.get('tour') ?? '', sort }
}

export function paramsOf({ tour, sort }: ReviewFilters): Record<string, string> {
  return { ...(tour !== '' && { tour }), ...(sort !== 'newest' && { sort }) }
}
