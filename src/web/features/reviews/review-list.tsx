import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useSearchParams } from 'react-router'
import type { Lenient } from '#shared/lenient.ts'
import { pages } from '#shared/pages.ts'
import { listReviews } from '#shared/reviews/calls.ts'
import { REVIEW_SORTS, type listReviewsResponseSchema, type ReviewSort } from '#shared/reviews/public.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { Stars } from '#web/features/reviews/stars.tsx'
import { ART } from '#web/lib/art.ts'
import { ask } from '#web/lib/ask.ts'
import { classNames } from '#web/lib/class-names.ts'
import { RatingBars, ReviewCard, type Review } from './review-card.tsx'

/** Filters in the address of the reviews page; an empty `tour` means all tours. */
type ReviewFilters = { tour: string; sort: ReviewSort }

function filtersOf(params: URLSearchParams): ReviewFilters {
  const sort = REVIEW_SORTS.find((each) => each === params.get('sort')) ?? 'newest'
  return { tour: params.get('tour') ?? '', sort }
}

function paramsOf({ tour, sort }: ReviewFilters): Record<string, string> {
  return { ...(tour !== '' && { tour }), ...(sort !== 'newest' && { sort }) }
}

function reviewsQuery({ tour, sort }: ReviewFilters) {
  return infiniteQueryOptions({
    queryKey: ['tours', 'reviews', tour, sort],
    queryFn: ({ pageParam: before, signal }) => ask(listReviews, { query: { before, sort, tour: tour === '' ? undefined : tour } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ data, total = 0 }, read) =>
      read.reduce((count, page) => count + page.data.length, 0) < total ? data.at(-1)?.id : undefined,
  })
}

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

const SORTS: { value: ReviewSort; label: string }[] = [
  { value: 'newest', label: 'Most recent trips first' },
  { value: 'highest', label: 'Best rated first' },
  { value: 'lowest', label: 'Lowest rated first' },
]

type FilterProps = {
  filters: ReviewFilters
  tours: { id: string; name: string; reviews?: number | undefined }[]
  onChange: (filters: ReviewFilters) => void
}

export function ReviewFilterRow({ filters, tours, onChange }: FilterProps) {
  const options = tours.map(({ id, name, reviews }) => ({ value: id, label: reviews === undefined ? name : `${name} (${reviews})` }))
  const isKnown = filters.tour === '' || tours.some(({ id }) => id === filters.tour)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Tour"
        placeholder="All tours"
        clearable
        value={filters.tour}
        options={isKnown ? options : [{ value: filters.tour, label: 'A tour without reviews' }, ...options]}
        onValueChange={(tour) => onChange({ ...filters, tour })}
      />
      <SelectField
        label="Sort by"
        value={filters.sort}
        options={SORTS}
        onValueChange={(sort) => onChange({ ...filters, sort: sort as ReviewSort })}
      />
    </div>
  )
}

type SummaryProps = { summary: Lenient<typeof listReviewsResponseSchema>['summary']; total: number }

export function ReviewSummary({ summary, total }: SummaryProps) {
  const { rating = null, counts = [] } = summary ?? {}
  return (
    <section aria-labelledby="overall-rating" className="rounded-card bg-paper p-6 shadow-card sm:p-8">
      <h2 id="overall-rating" className="sr-only">
        Overall rating
      </h2>
      {rating === null ? (
        <p className="font-display text-2xl font-semibold">No ratings yet</p>
      ) : (
        <div className="mb-6 flex flex-wrap items-center gap-x-5">
          <p className="font-display text-[4rem] leading-none font-semibold tabular-nums">{rating.toFixed(1)}</p>
          <div>
            <Stars rating={rating} className="text-xl" />
            <p className="text-sm text-ink-soft">{total === 1 ? '1 review' : `${total} reviews`}</p>
          </div>
        </div>
      )}
      {rating !== null && <RatingBars counts={counts} total={total} />}
      <p className="mt-6 flex gap-3 border-t border-line pt-5 text-sm">
        <BadgeCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sea" />
        Only people who’ve travelled with us can leave a review: one per completed trip.
      </p>
    </section>
  )
}

type ResultProps = {
  reviews: readonly Review[]
  total: number
  /** Results for other filters are loading, and the previous ones are still shown. */
  isStale: boolean
  more: { isThere: boolean; isBusy: boolean; hasFailed: boolean; load: () => void }
}

export function ReviewResults({ reviews, total, isStale, more }: ResultProps) {
  return (
    <div aria-busy={isStale}>
      <p role="status" className="text-sm text-ink-soft">
        {!isStale && countText(reviews.length, total)}
      </p>
      {reviews.length === 0 ? (
        <EmptyState
          picture={ART['empty-state']}
          title="No reviews yet"
          action={<ButtonLink to={pages.destinations}>Find a tour</ButtonLink>}
        >
          Reviews appear here once travellers are back from their trips.
        </EmptyState>
      ) : (
        <ul className={classNames('mt-3 grid gap-4 transition-opacity', isStale && 'opacity-60')}>
          {reviews.map((review) => (
            <li key={review.id} className="min-w-0">
              <ReviewCard review={review} />
            </li>
          ))}
        </ul>
      )}
      {more.isThere && (
        <div className="mt-8 flex flex-col items-center gap-3">
          {more.hasFailed && <p role="alert">We couldn’t load more reviews. Please try again.</p>}
          <Button variant="secondary" size="large" isBusy={more.isBusy} onClick={more.load}>
            Show more reviews
          </Button>
        </div>
      )}
    </div>
  )
}

function countText(shown: number, total: number): string {
  if (shown < total) return `Showing ${shown} of ${total} reviews`
  return total === 1 ? '1 review' : `${total} reviews`
}

export function ReviewsMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState picture={ART['empty-state']} title="We couldn’t load the reviews" action={<Button onClick={onRetry}>Try again</Button>}>
        Please try again in a moment.
      </EmptyState>
    </div>
  )
}

export function ReviewsSkeleton() {
  return (
    <>
      <Skeleton className="h-86 rounded-card" />
      <div className="grid gap-4">
        <p role="status" className="text-sm text-ink-soft">
          Loading reviews...
        </p>
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
        <Skeleton className="h-44 rounded-card" />
      </div>
    </>
  )
}
