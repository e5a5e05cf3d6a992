import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { listReviews } from '#shared/reviews/calls.ts'
import { Stars } from '#web/features/reviews/stars.tsx'
import { queryOf } from '#web/lib/ask.ts'
import { RatingBars, ReviewCard } from './review-card.tsx'

/** The number of reviews on a tour’s page. */
const LATEST = 3

function latestReviewsQuery(tourId: string) {
  return queryOf(listReviews, { query: { tour: tourId, limit: LATEST } }, { key: ['tours', 'latest-reviews', tourId], retry: false })
}

/** The latest reviews on a tour’s page. Nothing waits for them, and it renders nothing if there are none or they can’t be loaded. */
export function TourReviews({ tourId }: { tourId: string }) {
  const { data: answer } = useQuery(latestReviewsQuery(tourId))
  const reviews = answer?.data ?? []
  if (reviews.length === 0) return null
  const total = answer?.total ?? reviews.length
  const { rating = null, counts = [] } = answer?.summary ?? {}
  return (
    <section aria-labelledby="tour-reviews">
      <h2 id="tour-reviews" className="mb-4 text-2xl">
        What travellers say
      </h2>
      {rating !== null && counts.length > 0 && (
        <div className="mb-6 flex flex-wrap items-center gap-x-10 gap-y-4">
          <div>
            <p className="font-display text-[3.5rem] leading-none font-semibold tabular-nums">{rating.toFixed(1)}</p>
            <Stars rating={rating} className="mt-2" />
          </div>
          <div className="min-w-[min(100%,16rem)] flex-1">
            <RatingBars counts={counts} total={total} />
          </div>
        </div>
      )}
      <ul className="grid gap-4">
        {reviews.map((review) => (
          <li key={review.id} className="min-w-0">
            <ReviewCard review={review} hasTour={false} />
          </li>
        ))}
      </ul>
      <Link
        to={`${pages.reviews}?${new URLSearchParams({ tour: tourId }).toString()}`}
        className="text-link mt-4 inline-flex min-h-11 items-center"
      >
        {total === 1 ? 'Go to the reviews' : `Read all ${total} reviews`}
      </Link>
    </section>
  )
}
