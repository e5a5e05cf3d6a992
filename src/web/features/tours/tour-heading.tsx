import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { TourRating } from './tour-rating.tsx'
import { durationText, toTourCard, type TourResponse } from './tour-view.ts'

export function TourHeading({ tour }: { tour: TourResponse }) {
  const { id, name, destination, rating } = toTourCard(tour)
  return (
    <header className="@container">
      <p className="eyebrow">{[destination, durationText(tour.duration)].filter(Boolean).join(' · ')}</p>
      {/* The column beside the booking panel is narrow: even at 200% text size a word has to fit. */}
      <h1 className="mt-2 text-[length:min(var(--text-4xl),3rem,12cqi)] leading-(--text-4xl--line-height)">{name}</h1>
      {tour.rating !== undefined && (
        <div className="mt-1 flex min-h-11 items-center text-ink-soft">
          {rating === null ? (
            <TourRating rating={rating} />
          ) : (
            <Link
              to={`${pages.reviews}?${new URLSearchParams({ tour: id }).toString()}`}
              className="inline-flex min-h-11 items-center underline decoration-line-strong underline-offset-4 hover:text-ink hover:decoration-ink"
            >
              <TourRating rating={rating} />
            </Link>
          )}
        </div>
      )}
    </header>
  )
}
