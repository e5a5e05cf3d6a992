import { DEFAULT_CURRENCY, toMoney, type Money } from '#shared/money.ts'
import type { Lenient } from '#shared/lenient.ts'
import { TOUR_FALLBACKS, type tourSchema } from '#shared/tours/public.ts'
import type { PictureRecord } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'

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
