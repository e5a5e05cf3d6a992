import { useEffect, useMemo, useRef } from 'react'
import { longDay } from '#shared/dates.ts'
import { saleEndText } from '#shared/tours/sale-ends.ts'
import { Alert } from '#web/components/alert.tsx'
import { Panel } from '#web/components/panel.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { RunRules, RunsPreview } from './run-rules.tsx'
import { NEW_RULE, type RunsDraft } from './runs-draft.ts'
import { zoneOptions } from './time-fields.tsx'
import type { SectionProps, TourDraft } from './tour-draft.ts'

const RUN_KINDS: readonly { kind: RunsDraft['kind']; label: string }[] = [
  { kind: 'daily', label: 'Every day' },
  { kind: 'rules', label: 'On these days' },
]

type Props = SectionProps & {
  /** Days that are sold although it does not run on them. */ outside: readonly { date: string; seats: number }[]
}

export function RunsSection({ form, outside }: Props) {
  const { runs } = form.values
  const change = (part: Partial<RunsDraft>) => form.adopt({ runs: { ...runs, ...part } })
  const choose = (kind: RunsDraft['kind']) => {
    const isEmpty = runs.rules.length + runs.also.length === 0
    change({ kind, ...(kind === 'rules' && isEmpty && { rules: [NEW_RULE] }) })
  }
  const error = form.errorOf('runs.rules')
  const choice = useRef<HTMLDivElement>(null)
  // No single field is invalid, so the form itself would not focus anything here.
  useEffect(() => {
    if (error && !document.querySelector('form [aria-invalid]')) choice.current?.querySelector<HTMLElement>(':checked')?.focus()
  }, [error])
  return (
    <Panel title="Schedule">
      <fieldset>
        <legend className="sr-only">Schedule type</legend>
        <div ref={choice} className="flex flex-wrap gap-x-6">
          {RUN_KINDS.map(({ kind, label }) => (
            <label key={kind} className="flex min-h-11 items-center gap-2.5">
              <input
                type="radio"
                name="runs"
                checked={runs.kind === kind}
                onChange={() => choose(kind)}
                className="size-5 accent-coral-deep"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {runs.kind === 'rules' && <RunRules runs={runs} errorOf={(part) => form.errorOf(`runs.${part}`)} onChange={change} />}
      <div aria-live="polite">{error && <p className="mt-2 font-medium text-danger">{error}</p>}</div>
      {runs.kind === 'rules' && <RunsPreview runs={runs} />}
      {outside.length > 0 && (
        <Alert kind="warning" title="Bookings on days it doesn’t run" className="mt-4">
          {outside.map(({ date, seats }) => `${longDay(date)} (${seats})`).join(', ')}. These departures aren’t affected.
        </Alert>
      )}
    </Panel>
  )
}

type Sale = TourDraft['saleEnd']

const SALE_KINDS: readonly { kind: Sale['kind']; label: string }[] = [
  { kind: 'none', label: 'No booking cut-off' },
  { kind: 'same', label: 'Until a time on the day' },
  { kind: 'before', label: 'Until a time the day before' },
]

/** When sales of a departure close. The tour's start time is only suggested; without a choice here it closes nothing. */
export function SaleSection({ form }: SectionProps) {
  const { saleEnd, facts, destination } = form.values
  const choose = (kind: Sale['kind']) => form.adopt({ saleEnd: { ...saleEnd, kind, time: saleEnd.time || facts.startTime } })
  const zones = useMemo(() => zoneOptions(saleEnd.timeZone), [saleEnd.timeZone])
  const isSet = saleEnd.kind !== 'none'
  return (
    <Panel title="On sale until">
      <fieldset>
        <legend className="sr-only">When bookings close</legend>
        <div className="flex flex-wrap gap-x-6">
          {SALE_KINDS.map(({ kind, label }) => (
            <label key={kind} className="flex min-h-11 items-center gap-2.5">
              <input
                type="radio"
                name="sale-end"
                checked={saleEnd.kind === kind}
                onChange={() => choose(kind)}
                className="size-5 accent-coral-deep"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
      {isSet && (
        <div className="mt-3 grid gap-4 sm:grid-cols-2">
          <TextField
            {...form.field('saleEnd.time')}
            label="Until"
            type="time"
            hint={facts.startTime === '' ? 'Local time.' : `Local time. The tour starts at ${facts.startTime}.`}
          />
          <SelectField
            {...form.choice('saleEnd.timeZone')}
            label="Time zone"
            options={zones}
            placeholder="Please choose"
            hint="The destination’s time zone."
          />
        </div>
      )}
      <p className="mt-4 text-ink-soft">
        {isSet && saleEnd.time !== ''
          ? `Travellers will see: “${saleEndText({ time: saleEnd.time, daysBefore: saleEnd.kind === 'before' ? 1 : 0 }, destination)}”. The days until travel (for refunds, for example) are then counted in this time zone.`
          : 'Departures can be booked until the end of the day in the agency’s time zone. A start time alone doesn’t close bookings.'}
      </p>
    </Panel>
  )
}
