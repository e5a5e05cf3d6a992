import { useQuery } from '@tanstack/react-query'
import { FilterMenu } from '#web/components/filter-menu.tsx'
import { chosenTourQuery } from '#web/features/reservations/staff/api/get-chosen-tour.ts'
import { TourChoices } from '#web/features/reservations/staff/tour-choices.tsx'

type Props = { /** The tour's id; '' for all. */ value: string; onChange: (tourId: string) => void }

/** Chooses a tour by a part of its name, also one that is no longer sold: its bookings stay. */
export function BookedTourFilter({ value, onChange }: Props) {
  const { data: tour } = useQuery(chosenTourQuery(value))
  return (
    // Until its name is known a tour has an id only.
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
