import { pages } from '#shared/pages.ts'
import { Button, ButtonLink } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Skeleton } from '#web/components/skeleton.tsx'
import { classNames } from '#web/lib/class-names.ts'
import { ART } from '#web/lib/art.ts'
import { ReviewCard, type Review } from './review-card.tsx'

type Props = {
  reviews: readonly Review[]
  total: number
  /** Results for other filters are loading, and the previous ones are still shown. */
  isStale: boolean
  more: { isThere: boolean; isBusy: boolean; hasFailed: boolean; load: () => void }
}

export function ReviewResults({ reviews, total, isStale, more }: Props) {
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
