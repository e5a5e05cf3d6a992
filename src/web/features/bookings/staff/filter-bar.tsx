import { type ComponentType, useState } from 'react'
import { localToday, type Day } from '#shared/dates.ts'
import { Button } from '#web/components/button.tsx'
import { Choices, FilterMenu } from '#web/components/filter-menu.tsx'
import { statusChoices } from './booking-status.tsx'
import { BOOKED_RANGES, TRAVEL_RANGES, NO_FILTERS, type ListFilters, rangeName, rangeOf, rangeText, type DayRange } from './list-filters.ts'

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

type DaysProps = {
  name: string
  /** As in the address. */
  value: string
  ranges: readonly string[]
  onChange: (value: string) => void
}

function DaysFilter({ name, value, ranges, onChange }: DaysProps) {
  return (
    <FilterMenu name={name} value={rangeName(value)} onClear={() => onChange('')}>
      {(close) => (
        <>
          <Choices
            choices={ranges.map((each) => ({ value: each, name: rangeName(each) }))}
            chosen={value}
            onChoose={(choice) => {
              onChange(choice)
              close()
            }}
          />
          <TwoDays start={rangeOf(value, localToday())} onChange={(range) => onChange(rangeText(range))} />
        </>
      )}
    </FilterMenu>
  )
}

/** Holds the dates while they are typed. The address follows a moment later and would undo newer input. */
function TwoDays({ start, onChange }: { start: DayRange; onChange: (range: DayRange) => void }) {
  const [range, setRange] = useState(start)
  const set = (end: DayRange) => {
    const next = { ...range, ...end }
    setRange(next)
    if (isWhole(next.from) && isWhole(next.to)) onChange(next)
  }
  return (
    <div className="mt-2 grid grid-cols-2 gap-2 border-t border-line px-1 pt-3 pb-1">
      <DayField label="From" value={range.from ?? ''} max={range.to} onChange={(from) => set({ from })} />
      <DayField label="To" value={range.to ?? ''} min={range.from} onChange={(to) => set({ to })} />
    </div>
  )
}

/** Rejects half-typed dates: while 2027 is typed, the year is first 2, then 20, then 202. */
function isWhole(day: Day | undefined): boolean {
  return day === undefined || day >= '1000'
}

type DayFieldProps = {
  label: string
  value: string
  min?: string | undefined
  max?: string | undefined
  onChange: (day: string | undefined) => void
}

function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  return (
    <label className="block min-w-0">
      <span className="mb-1 block text-xs font-semibold text-ink-soft">{label}</span>
      <input
        type="date"
        value={value}
        min={min}
        max={max}
        onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
        className="field-control min-h-10! px-2! py-1! text-sm!"
      />
    </label>
  )
}
