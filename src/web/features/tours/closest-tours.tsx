import { filtersInWords, tripQuery } from './tour-filters.ts'
import { TourGrid } from './tour-grid.tsx'
import type { useTourSearch } from './use-tour-search.ts'

const HEADING = 'closest-tours'

type Props = { search: ReturnType<typeof useTourSearch>; onIntent: (tourId: string) => void }

export function ClosestTours({ search: { closest, filters, refinement, understood }, onIntent }: Props) {
  const asked = filtersInWords(filters)
  return (
    <section aria-labelledby={HEADING} className="mt-10">
      <h2 id={HEADING} className="text-2xl">
        Closest to your search
      </h2>
      <p className="mt-2 mb-6 max-w-[60ch] text-pretty text-ink-soft">
        {asked === '' ? 'No tour matches everything you asked for.' : `No exact matches for “${asked}”.`} Here are the closest matches. Any
        date, duration, price or group size you chose still applies.
      </p>
      <TourGrid tours={closest} query={tripQuery(filters, refinement.seats, understood)} onIntent={onIntent} />
    </section>
  )
}
