import { BadgeCheck } from 'lucide-react'
import type { Lenient } from '#shared/lenient.ts'
import type { listReviewsResponseSchema } from '#shared/reviews/public.ts'
import { Stars } from '#web/components/stars.tsx'
import { RatingBars } from './rating-bars.tsx'

type Props = { summary: Lenient<typeof listReviewsResponseSchema>['summary']; total: number }

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
      {rating !== null && <RatingBars counts={counts} total={total} />}
      <p className="mt-6 flex gap-3 border-t border-line pt-5 text-sm">
        <BadgeCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-sea" />
        Only people who’ve travelled with us can leave a review: one per completed trip.
      </p>
    </section>
  )
}
