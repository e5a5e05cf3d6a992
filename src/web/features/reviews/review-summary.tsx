import { BadgeCheck } from 'lucide-react'
import type { Lenient } from '#shared/lenient.ts'
import type { listReviewsResponseSchema } from '#shared/reviews.ts'
import { Stars } from '#web/components/stars.tsx'

type Props = { summary: Lenient<typeof listReviewsResponseSchema>['summary']; total: number }

/** The overall rating, and how the ratings are spread. */
export function ReviewSummary({ summary, total }: Props) {
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
      {rating !== null && (
        <ul className="grid gap-2 text-sm">
          {counts.map(({ rating: stars, count }) => (
            <li key={stars} className="grid grid-cols-[minmax(0,3.75rem)_minmax(0,1fr)_minmax(0,2.5rem)] items-center gap-3">
              <span>{stars === 1 ? '1 star' : `${stars} stars`}</span>
              <span aria-hidden="true" className="h-2 overflow-hidden rounded-pill bg-sand-deep">
                <span className="block h-full rounded-pill bg-sun" style={{ width: `${(count / Math.max(1, total)) * 100}%` }} />
              </span>
              <span className="text-right text-ink-soft tabular-nums">
                {count}
                <span className="sr-only"> {count === 1 ? 'review' : 'reviews'}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-6 flex gap-3 border-t border-line pt-5 text-sm">
        <BadgeCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sea" />
        Only travellers who went can write here: one review for each journey that was booked and made.
      </p>
    </section>
  )
}
