import { useMemo } from 'react'
import { saleEndText } from '#shared/tours/sale-ends.ts'
import { Panel } from '#web/components/panel.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import type { TourDraft } from './tour-draft.ts'
import type { SectionProps } from './tour-form.ts'
import { zoneOptions } from './zone-options.ts'

type Sale = TourDraft['saleEnd']

const KINDS: readonly { kind: Sale['kind']; label: string }[] = [
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
          {KINDS.map(({ kind, label }) => (
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
