import { ArrowLeft, ArrowRight } from 'lucide-react'
import { Link } from 'react-router'
import { pages } from '#shared/pages.ts'
import type { TripsList } from '#shared/renderer.ts'
import { tripsListPath } from '#shared/tours/trips-list.ts'
import { TourGrid } from '#web/features/tours/tour-card.tsx'
import { ContentPage } from './content/content-page.tsx'

const way = 'inline-flex min-h-11 items-center gap-2 font-semibold underline-offset-4 hover:underline'

/** All tours in the list's order, for crawlers and visitors without JavaScript; rendered only on the server. */
export function TripsPage({ tours, page, hasNext }: TripsList) {
  return (
    <ContentPage
      title={page === 1 ? 'All Tours' : `All Tours, page ${page}`}
      lead="Every tour we run, with its duration and price per person. Open one to see the itinerary, pictures and dates."
    >
      <p className="mb-8">
        <Link to={pages.destinations} className="text-link">
          Search by date, price and group size
        </Link>
      </p>
      <h2 className="sr-only">Tours</h2>
      <TourGrid tours={tours} query="" onIntent={() => undefined} />
      {(page > 1 || hasNext) && (
        <nav aria-label="More tours" className="mt-10 flex flex-wrap items-center justify-between gap-x-6">
          {page > 1 && (
            <a href={tripsListPath(page - 1)} rel="prev" className={way}>
              <ArrowLeft aria-hidden="true" className="size-4" /> Previous page
            </a>
          )}
          {hasNext && (
            <a href={tripsListPath(page + 1)} rel="next" className={`${way} ml-auto`}>
              Next page <ArrowRight aria-hidden="true" className="size-4" />
            </a>
          )}
        </nav>
      )}
    </ContentPage>
  )
}
