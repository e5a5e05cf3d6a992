import { useQuery } from '@tanstack/react-query'
import { FilterMenu } from '#web/components/filter-menu.tsx'
import { chosenTourQuery, TourChoices } from '#web/features/reservations/staff/tour-choices.tsx'

type Props = { /** Empty means all tours. */ value: string; onChange: (tourId: string) => void }

/** Selects a tour by name, including tours no longer sold, whose bookings remain. */
export function BookedTourFilter({ value, onChange }: Props) {
  const { data: tour } = useQuery(chosenTourQuery(value))
  return (
    // Until the name has loaded, only the id is known.
    <FilterMenu name="Tour" value={value === '' ? '' : (tour?.name ?? value)} onClear={() => onChange('')}>
      {(close) => (
        <TourChoices
          value={value}
          onChoose={(tourId) => {
            onChange(tourId)
            close()
          }}
        />
      )}
    </FilterMenu>
  )
}
