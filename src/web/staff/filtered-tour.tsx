import { useQuery } from '@tanstack/react-query'
import { Funnel, X } from 'lucide-react'
import { Button } from '#web/components/button.tsx'
import { staffTourQuery } from '#web/features/tours/staff/tour-queries.ts'

type Props = { tour: string | undefined; onChoose: () => void; onClear: () => void }

/** The tour that the list is filtered by, with buttons to change or clear it. */
export function FilteredTour({ tour, onChoose, onClear }: Props) {
  const { data } = useQuery({ ...staffTourQuery(tour ?? ''), enabled: tour !== undefined, retry: false })
  return (
    <div className="flex min-w-0 items-center gap-2">
      <Button variant="secondary" size="small" className="min-w-0" onClick={onChoose}>
        <Funnel aria-hidden="true" className="size-4 shrink-0" />
        <span className="truncate">{tour === undefined ? 'All tours' : (data?.fields.name ?? tour)}</span>
      </Button>
      {tour !== undefined && (
        <Button variant="quiet" size="small" className="px-3!" aria-label="Show all tours" onClick={onClear}>
          <X aria-hidden="true" className="size-4" />
        </Button>
      )}
    </div>
  )
}
