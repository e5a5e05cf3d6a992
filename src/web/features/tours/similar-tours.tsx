import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { localToday, type Day } from '#shared/dates.ts'
import { listSimilarTours } from '#shared/tours/calls.ts'
import { queryOf } from '#web/lib/ask.ts'
import { TourCard } from './tour-card.tsx'
import { tripQuery } from './tour-filters.ts'
import { tourQuery } from './tour-view.tsx'

type Props = { tourId: string; date: Day; guests: number }

/** Similar tours for the same date and guests. Renders nothing if there are none or they cannot be loaded. */
export default function SimilarTours({ tourId, date, guests }: Props): ReactNode {
  const client = useQueryClient()
  const { data: { data: tours = [] } = {} } = useQuery(similarToursQuery(tourId))
  if (tours.length === 0) return null
  // Default values are not carried over: they would replace what was chosen there before.
  const query = tripQuery({ date: date === localToday() ? '' : date, guests: guests > 1 ? String(guests) : '' })
  const prefetch = (id: string) => void client.query(tourQuery(id)).catch(() => undefined)
  return (
    <section aria-labelledby="similar-tours" className="page-width border-t border-line py-12 md:py-16 print:hidden">
      <h2 id="similar-tours" className="mb-6 text-2xl md:mb-8">
        You might also like
      </h2>
      {/* A row to swipe on a phone; four tours in two columns, three in three. */}
      <ul className="row-to-push gap-4 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3 lg:gap-8 lg:[&>:nth-child(n+4)]:hidden">
        {tours.map((tour) => (
          <li
            key={tour.id}
            // On keyboard focus, scrolls the whole card into view, not only the link in its corner.
            onFocus={({ currentTarget }) => currentTarget.scrollIntoView({ block: 'nearest', inline: 'start' })}
            className="max-sm:w-[min(16.5rem,100%)] max-sm:shrink-0 max-sm:snap-start"
          >
            <TourCard tour={tour} query={query} isPriority={false} onIntent={prefetch} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Tours similar to this one. Beyond specification §7: a failure is silent, and nothing waits for the result. */
export function similarToursQuery(tourId: string) {
  return queryOf(listSimilarTours, { params: { id: tourId } }, { retry: false })
}
