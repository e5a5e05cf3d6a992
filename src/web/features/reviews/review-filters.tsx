import type { ReviewSort } from '#shared/reviews/public.ts'
import { SelectField } from '#web/components/select-field.tsx'
import type { ReviewFilters } from './review-address.ts'

const SORTS: { value: ReviewSort; label: string }[] = [
  { value: 'newest', label: 'Most recent trips first' },
  { value: 'highest', label: 'Best rated first' },
  { value: 'lowest', label: 'Lowest rated first' },
]

type Props = {
  filters: ReviewFilters
  tours: { id: string; name: string; reviews?: number | undefined }[]
  onChange: (filters: ReviewFilters) => void
}

export function ReviewFilterRow({ filters, tours, onChange }: Props) {
  const options = tours.map(({ id, name, reviews }) => ({ value: id, label: reviews === undefined ? name : `${name} (${reviews})` }))
  const isKnown = filters.tour === '' || tours.some(({ id }) => id === filters.tour)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label="Tour"
        placeholder="All tours"
        clearable
        value={filters.tour}
        options={isKnown ? options : [{ value: filters.tour, label: 'A tour without reviews' }, ...options]}
        onValueChange={(tour) => onChange({ ...filters, tour })}
      />
      <SelectField
        label="Sort by"
        value={filters.sort}
        options={SORTS}
        onValueChange={(sort) => onChange({ ...filters, sort: sort as ReviewSort })}
      />
    </div>
  )
}
