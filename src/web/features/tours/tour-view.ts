import { currencyOf, DEFAULT_CURRENCY, toMoney, type Money } from '#shared/money.ts'
import { TOUR_FALLBACKS, type Tour } from '#shared/tours.ts'
import type { PictureRecord } from '#web/components/picture.tsx'
import { ART } from '#web/lib/art.ts'

/** A tour as any server behind the same contract may send it: fields may be missing, numbers may be decimal text. */
export type TourAnswer = Omit<Partial<Tour>, 'basePrice' | 'rating' | 'currency'> & {
  id: string
  basePrice?: number | string
  currency?: string
  rating?: number | string | null
}

/** "5 days", "1 day"; nothing when the answer has no duration. */
export function durationText(days: number | undefined): string {
  if (days === undefined) return ''
  return days === 1 ? '1 day' : `${days} days`
}

/** What a tour card shows, with the fallbacks of specification §2 for answers that lack the field. */
export function toTourCard(tour: TourAnswer) {
  const { rating = TOUR_FALLBACKS.rating, reviews = TOUR_FALLBACKS.reviews } = tour
  return {
    id: tour.id,
    name: tour.name ?? tour.destination ?? 'Tour',
    destination: tour.destination ?? '',
    duration: durationText(tour.duration),
    overview: tour.overview || TOUR_FALLBACKS.overview,
    /** Per person. */
    price: priceIn(tour, tour.basePrice ?? TOUR_FALLBACKS.price),
    rating: rating === null ? null : { score: Number(rating).toFixed(1), reviews },
    picture: picturesOf(tour)[0],
  }
}

/** The tour's pictures; never none, since a stock picture stands in. */
export function picturesOf(tour: TourAnswer): [PictureRecord, ...PictureRecord[]] {
  const [first, ...rest] = tour.images ?? []
  return first ? [first, ...rest] : [ART['tour-fallback']]
}

/** Returns the price per person; undefined when the answer has none. */
export function basePriceOf(tour: TourAnswer): Money | undefined {
  return tour.basePrice === undefined ? undefined : priceIn(tour, tour.basePrice)
}

function priceIn({ currency }: TourAnswer, amount: number | string): Money {
  return toMoney(amount, currencyOf(currency, DEFAULT_CURRENCY.tour))
}
