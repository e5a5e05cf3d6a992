import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { isDay, localToday, longDay } from '#shared/dates.ts'
import { WEEKDAYS } from '#shared/tours/runs.ts'
import { Alert } from '#web/components/alert.tsx'
import { Button } from '#web/components/button.tsx'
import { Panel } from '#web/components/panel.tsx'
import { TextField } from '#web/components/text-field.tsx'
import type { TourDraft } from './tour-draft.ts'
import type { SectionProps } from './tour-form.ts'

type Runs = TourDraft['runs']

const KINDS: readonly { kind: Runs['kind']; label: string }[] = [
  { kind: 'daily', label: 'Every day' },
  { kind: 'weekdays', label: 'On some weekdays' },
  { kind: 'dates', label: 'On listed dates' },
]

type Props = SectionProps & {
  /** Days that are sold although it does not run on them. */ outside: readonly { date: string; seats: number }[]
}

export function RunsSection({ form, outside }: Props) {
  const { runs } = form.values
  const change = (part: Partial<Runs>) => form.adopt({ runs: { ...runs, ...part } })
  const error = form.errorOf('runs.weekdays') ?? form.errorOf('runs.dates')
  const choice = useRef<HTMLDivElement>(null)
  // No single field is invalid, so the form itself would not focus anything here.
  useEffect(() => {
    if (error && !document.querySelector('form [aria-invalid]')) choice.current?.querySelector<HTMLElement>(':checked')?.focus()
  }, [error])
  return (
    <Panel title="Days on which it runs">
      <fieldset>
        <legend className="sr-only">How its days are chosen</legend>
        <div ref={choice} className="flex flex-wrap gap-x-6">
          {KINDS.map(({ kind, label }) => (
            <label key={kind} className="flex min-h-11 items-center gap-2.5">
              <input
                type="radio"
                name="runs"
                checked={runs.kind === kind}
                onChange={() => change({ kind })}
                className="size-5 accent-coral-deep"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {runs.kind === 'weekdays' && <Weekdays chosen={runs.weekdays} onChange={(weekdays) => change({ weekdays })} />}
      {runs.kind === 'dates' && <Dates dates={runs.dates} onChange={(dates) => change({ dates })} />}
      <div aria-live="polite">{error && <p className="mt-2 font-medium text-danger">{error}</p>}</div>
      {outside.length > 0 && (
        <Alert kind="warning" title="Sold on days on which it does not run" className="mt-4">
          {outside.map(({ date, seats }) => `${longDay(date)} (${seats})`).join(', ')}. These departures stay as they are.
        </Alert>
      )}
    </Panel>
  )
}

function Weekdays({ chosen, onChange }: { chosen: number[]; onChange: (chosen: number[]) => void }) {
  return (
    <fieldset className="mt-2">
      <legend className="sr-only">Weekdays</legend>
      <div className="flex flex-wrap gap-x-5">
        {WEEKDAYS.map((name, at) => (
          <label key={name} className="flex min-h-11 items-center gap-2">
            <input
              type="checkbox"
              checked={chosen.includes(at + 1)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, at + 1].toSorted() : chosen.filter((each) => each !== at + 1))
              }
              className="size-5 accent-coral-deep"
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Dates({ dates, onChange }: { dates: string[]; onChange: (dates: string[]) => void }) {
  const [day, setDay] = useState('')
  const add = () => {
    if (!isDay(day)) return
    onChange([...new Set([...dates, day])].toSorted())
    setDay('')
  }
  return (
    <div className="mt-2">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          label="Date"
          type="date"
          min={localToday()}
          value={day}
          onChange={(event) => setDay(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button variant="secondary" size="small" className="min-h-12" disabled={!isDay(day)} onClick={add}>
          Add the date
        </Button>
      </div>
      <ul aria-label="Listed dates" className="mt-3 flex flex-wrap gap-2">
        {dates.map((date) => (
          <li key={date} className="flex items-center rounded-pill border border-line bg-sand pl-3 tabular-nums">
            {longDay(date)}
            <button
              type="button"
              aria-label={`Remove ${longDay(date)}`}
              onClick={() => onChange(dates.filter((each) => each !== date))}
              className="flex size-9 items-center justify-center rounded-pill text-ink-soft hover:text-ink"
            >
              <X aria-hidden="true" className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
