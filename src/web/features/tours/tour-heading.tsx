import { TourRating } from './tour-card.tsx'
import { durationText, toTourCard, type TourAnswer } from './tour-view.ts'

/** Name, place and rating at the top of a tour's page. */
export function TourHeading({ tour }: { tour: TourAnswer }) {
  const { name, destination, rating } = toTourCard(tour)
  return (
    <header>
      <p className="eyebrow">{[destination, durationText(tour.duration)].filter(Boolean).join(' · ')}</p>
      <h1 className="mt-2 text-4xl">{name}</h1>
      {tour.rating !== undefined && (
        <div className="mt-3 flex text-ink-soft">
          <TourRating rating={rating} />
        </div>
      )}
    </header>
  )
}
