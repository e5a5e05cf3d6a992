import { useState } from 'react'
import { Link } from 'react-router'
import { isDay, longMonth } from '#shared/dates.ts'
import type { Lenient } from '#shared/lenient.ts'
import { pages } from '#shared/pages.ts'
import type { reviewSchema } from '#shared/reviews/public.ts'
import { Stars } from '#web/features/reviews/stars.tsx'
import { classNames } from '#web/lib/class-names.ts'

export type Review = Lenient<typeof reviewSchema>
type Props = { review: Review; /** Whether to name the tour; on its own page the name is known. */ hasTour?: boolean }

export function ReviewCard({ review, hasTour = true }: Props) {
  const { tour, authorName = 'A traveller', rating, text = '', travelledIn = '', isDemo } = review
  return (
    <article className="rounded-card bg-paper p-5 shadow-card sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {rating !== undefined && <Stars rating={rating} className="text-xl" />}
        {isDemo && <span className="rounded-pill bg-sand px-3 py-0.5 text-xs font-semibold text-ink-soft">Demo review</span>}
      </div>
      <LongText text={text} of={authorName} className="mt-3 max-w-text" />
      <footer className="mt-4 text-sm text-ink-soft">
        <p>
          <span className="font-semibold wrap-anywhere text-ink">{authorName}</span>
          <span>{isDay(`${travelledIn}-01`) && `, travelled in ${longMonth(travelledIn)}`}</span>
        </p>
        {hasTour && tour && (
          <p>
            {tour.isOffered ? (
              <Link to={pages.destinationDetails(tour.id)} className="text-link inline-flex min-h-11 items-center sm:min-h-8">
                {tour.name}
              </Link>
            ) : (
              tour.name
            )}
          </p>
        )}
      </footer>
    </article>
  )
}

type BarsProps = { counts: readonly { rating: number; count?: number | undefined }[]; total: number }

export function RatingBars({ counts, total }: BarsProps) {
  return (
    <ul className="grid gap-2 text-sm">
      {counts.map(({ rating: stars, count = 0 }) => (
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
  )
}

/** In characters. Longer texts are truncated at first; in shorter ones, hiding a line or two would only annoy. */
const LONG = 420
const MANY_LINES = 7

type LongTextProps = { text: string; /** What the text is about, for the button's name. */ of: string; className?: string }

/** Text with its line breaks; if long, truncated with a button to show the rest. */
function LongText({ text, of, className }: LongTextProps) {
  const [isOpen, setIsOpen] = useState(false)
  const isLong = text.length > LONG || text.split('\n').length > MANY_LINES
  return (
    <div className={className}>
      <p className={classNames('whitespace-pre-line wrap-anywhere', isLong && !isOpen && 'line-clamp-5')}>{text}</p>
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="text-link inline-flex min-h-11 items-center text-sm"
        >
          {isOpen ? 'Show less' : 'Show more'}
          <span className="sr-only"> of the review by {of}</span>
        </button>
      )}
    </div>
  )
}
