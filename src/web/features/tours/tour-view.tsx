import { queryOptions } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import type { Lenient } from '#shared/lenient.ts'
import { DEFAULT_CURRENCY, toMoney, type Money } from '#shared/money.ts'
import { getTour } from '#shared/tours/calls.ts'
import { TOUR_FALLBACKS, type tourSchema } from '#shared/tours/public.ts'
import type { PictureRecord } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'
import { queryOf } from '#web/lib/ask.ts'

/** A tour as any server with the same contract may send it: every field but the id may be missing. */
export type TourResponse = Pick<LenientTour, 'id'> & Partial<LenientTour>
type LenientTour = Lenient<typeof tourSchema>

/** "5 days" or "1 day"; empty if the response has no duration. */
export function durationText(days: number | undefined): string {
  if (days === undefined) return ''
  return days === 1 ? '1 day' : `${days} days`
}

/** Returns what a tour card shows, with the fallbacks of specification §2 for missing fields. */
export function toTourCard(tour: TourResponse) {
  const { rating = TOUR_FALLBACKS.rating, reviews = TOUR_FALLBACKS.reviews } = tour
  return {
    id: tour.id,
    name: tour.name ?? tour.destination ?? 'Tour',
    destination: tour.destination ?? '',
    duration: durationText(tour.duration),
    overview: tour.overview || TOUR_FALLBACKS.overview,
    /** Per person. */
    price: priceIn(tour, tour.basePrice ?? TOUR_FALLBACKS.price),
    /** Whether that is where its prices begin. */
    isFrom: tour.isFrom === true,
    rating: rating === null ? null : { score: rating.toFixed(1), reviews },
    picture: picturesOf(tour)[0],
  }
}

/** Returns at least one picture: a stock picture if the tour has none. */
export function picturesOf(tour: TourResponse): [PictureRecord, ...PictureRecord[]] {
  const [first, ...rest] = tour.images ?? []
  return first ? [first, ...rest] : [ART['tour-fallback']]
}

/** Price per person; undefined if the response has none. */
export function basePriceOf(tour: TourResponse): Money | undefined {
  return tour.basePrice === undefined ? undefined : priceIn(tour, tour.basePrice)
}

function priceIn({ currency = DEFAULT_CURRENCY.tour }: TourResponse, amount: number): Money {
  return toMoney(amount, currency)
}

/** Stars and the number of reviews, or "New" if there are none. */
export function TourRating({ rating }: { rating: { score: string; reviews: number } | null }) {
  if (rating === null) return <span className="rounded-pill bg-sun-tint px-2.5 font-semibold text-sun-deep">New</span>
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      <Star aria-hidden="true" className="size-4 fill-sun text-sun" />
      <span className="sr-only">Rated</span>
      <span className="font-semibold text-ink">{rating.score}</span>
      <span>
        ({rating.reviews} {rating.reviews === 1 ? 'review' : 'reviews'})
      </span>
    </span>
  )
}

/** The data is null when the response holds no tour. */
export function tourQuery(id: string) {
  return queryOptions({ ...queryOf(getTour, { params: { id } }), select: ({ data }) => data ?? null })
}
