import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { localToday, type Day } from '#shared/dates.ts'
import { similarToursQuery, tourQuery } from './api.ts'
import { TourCard } from './tour-card.tsx'
import { tripQuery } from './tour-filters.ts'

type Props = { tourId: string; date: Day; guests: number }

/** Other tours for whoever looks at this one, for the same date and guests; nothing if there are none or they cannot be loaded. */
export default function SimilarTours({ tourId, date, guests }: Props): ReactNode {
  const client = useQueryClient()
  const { data: tours = [] } = useQuery(similarToursQuery(tourId))
  if (tours.length === 0) return null
  // What nobody has chosen is not carried along: it would replace what was chosen there before.
  const query = tripQuery({ date: date === localToday() ? '' : date, guests: guests > 1 ? String(guests) : '' })
  const prefetch = (id: string) => void client.query(tourQuery(id)).catch(() => undefined)
  return (
    <section aria-labelledby="similar-tours" className="page-width border-t border-line py-12 md:py-16 print:hidden">
      <h2 id="similar-tours" className="mb-6 text-2xl md:mb-8">
        You might also like
      </h2>
      {/* In two columns four, otherwise three. */}
      <ul className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3 lg:gap-8 max-sm:[&>:nth-child(n+4)]:hidden lg:[&>:nth-child(n+4)]:hidden">
        {tours.map((tour) => (
          <li key={tour.id}>
            <TourCard tour={tour} query={query} isPriority={false} onIntent={prefetch} />
          </li>
        ))}
      </ul>
    </section>
  )
}
