import { useState } from 'react'
import { localToday, type Day } from '#shared/dates.ts'
import { Choices, FilterMenu } from '#web/components/filter-menu.tsx'
import { rangeName, rangeOf, rangeText, type DayRange } from './days.ts'

type Props = {
  name: string
  /** As in the address. */
  value: string
  ranges: readonly string[]
  onChange: (value: string) => void
}

export function DaysFilter({ name, value, ranges, onChange }: Props) {
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
