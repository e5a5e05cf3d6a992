import { localToday } from '#shared/dates.ts'
import { Choices, FilterMenu } from './filter-menu.tsx'
import { rangeName, rangeOf, rangeText, type DayRange } from './days.ts'

type Props = {
  name: string
  /** As in the address. */
  value: string
  ranges: readonly string[]
  onChange: (value: string) => void
}

/** Chooses days: a range that moves with the calendar, or two days. */
export function DaysFilter({ name, value, ranges, onChange }: Props) {
  const range = rangeOf(value, localToday())
  const set = (end: DayRange) => onChange(rangeText({ ...range, ...end }))
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
          <div className="mt-2 grid grid-cols-2 gap-2 border-t border-line px-1 pt-3 pb-1">
            <DayField label="From" value={range.from ?? ''} max={range.to} onChange={(from) => set({ from })} />
            <DayField label="To" value={range.to ?? ''} min={range.from} onChange={(to) => set({ to })} />
          </div>
        </>
      )}
    </FilterMenu>
  )
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
