import type { ComponentType } from 'react'
import { Button } from '#web/components/button.tsx'
import { statusChoices } from './booking-status.tsx'
import { BOOKED_RANGES, TRAVEL_RANGES } from './days.ts'
import { DaysFilter } from './days-filter.tsx'
import { Choices, FilterMenu } from '#web/components/filter-menu.tsx'
import { NO_FILTERS, type ListFilters } from './list-filters.ts'

const KINDS = [
  { value: 'tour', name: 'Tours' },
  { value: 'vehicle', name: 'Vehicles and moves' },
] as const

type TourFilterProps = { /** Empty means all tours. */ value: string; onChange: (tourId: string) => void }
type Props = { filters: ListFilters; TourFilter: ComponentType<TourFilterProps>; onChange: (filters: ListFilters) => void }

export function FilterBar({ filters, TourFilter, onChange }: Props) {
  const set = (change: Partial<ListFilters>) => onChange({ ...filters, ...change })
  const isNarrowed = Object.entries(filters).some(([name, value]) => name !== 'search' && value !== '')
  return (
    <div role="group" aria-label="Filters" className="flex flex-wrap items-center gap-2">
      <ChoiceFilter name="Status" value={filters.status} choices={statusChoices(filters.kind)} onChange={(status) => set({ status })} />
      <ChoiceFilter name="Kind" value={filters.kind} choices={KINDS} onChange={(kind) => set({ kind })} />
      <TourFilter value={filters.tour} onChange={(tour) => set({ tour })} />
      <DaysFilter name="Travel" value={filters.travel} ranges={TRAVEL_RANGES} onChange={(travel) => set({ travel })} />
      <DaysFilter name="Booked" value={filters.booked} ranges={BOOKED_RANGES} onChange={(booked) => set({ booked })} />
      {isNarrowed && (
        <Button variant="quiet" size="small" onClick={() => onChange({ ...NO_FILTERS, search: filters.search })}>
          Clear filters
        </Button>
      )}
    </div>
  )
}

type ChoiceProps = {
  name: string
  value: string
  choices: readonly { value: string; name: string }[]
  onChange: (value: string) => void
}

function ChoiceFilter({ name, value, choices, onChange }: ChoiceProps) {
  const chosen = choices.find((choice) => choice.value === value)
  return (
    <FilterMenu name={name} value={chosen?.name ?? ''} onClear={() => onChange('')}>
      {(close) => (
        <Choices
          choices={choices}
          chosen={value}
          onChoose={(choice) => {
            onChange(choice === value ? '' : choice)
            close()
          }}
        />
      )}
    </FilterMenu>
  )
}
