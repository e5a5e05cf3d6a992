import { Star } from 'lucide-react'

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
