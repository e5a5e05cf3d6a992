import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import { refundLines } from '#shared/refunds/lines.ts'
import { TOUR_FALLBACKS } from '#shared/tours/public.ts'
import { durationText, toTourCard, TourRating, type TourResponse } from './tour-view.tsx'

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

/** The overview, and the tags in plain words, since they are stored in the search's spelling. */
export function TourOverview({ tour }: { tour: TourResponse }) {
  const tags = tour.tags ?? []
  return (
    <section aria-labelledby="overview">
      <h2 id="overview" className="mb-3 text-2xl">
        Overview
      </h2>
      <p className="max-w-text text-lg whitespace-pre-line">{tour.overview || TOUR_FALLBACKS.detailsOverview}</p>
      {tags.length > 0 && (
        <ul aria-label="Tags" className="mt-5 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="max-w-full rounded-pill border border-line-strong/50 bg-paper px-3.5 py-1 text-sm text-ink-soft">
              {tag.replaceAll('-', ' ')}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

export function TourRefundPolicy({ tour }: { tour: TourResponse }) {
  const lines = refundLines(tour.refundPolicy)
  if (lines.length === 0) return null
  return (
    <section aria-labelledby="refund-policy">
      <h2 id="refund-policy" className="mb-3 text-2xl">
        Refund Policy
      </h2>
      <ul className="grid max-w-text gap-2">
        {lines.map((line) => (
          <li key={line} className="flex gap-3">
            <span aria-hidden="true" className="mt-2.5 size-1.5 shrink-0 rounded-pill bg-coral" />
            {line}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function TourTerms({ tour }: { tour: TourResponse }) {
  if (!tour.termsAndConditions) return null
  return (
    <section aria-labelledby="terms">
      <h2 id="terms" className="mb-3 text-2xl">
        Terms and Conditions
      </h2>
      <p className="max-w-text whitespace-pre-line text-ink-soft">{tour.termsAndConditions}</p>
    </section>
  )
}
