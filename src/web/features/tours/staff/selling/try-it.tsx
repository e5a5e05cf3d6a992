import type { Day } from '#shared/dates.ts'
import { isDay } from '#shared/dates.ts'
import { formatMoney, type Currency } from '#shared/money.ts'
import { extrasOf } from '#shared/tours/offers/extras.ts'
import { optionRunsOn } from '#shared/tours/offers/option-days.ts'
import type { Offer } from '#shared/tours/offers/compute.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { offerFor, type Trial } from './trial.ts'

type Props = {
  selling: Selling
  option: SellingOption
  runs: TourRuns
  currency: Currency
  today: Day
  trial: Trial
  onChange: (part: Partial<Trial>) => void
}

/** Answers what a party pays on a day, by the formula that the site sells by. */
export function TryIt({ selling, option, runs, currency, today, trial, onChange }: Props) {
  const extras = extrasOf(selling, option).filter(({ isRequired }) => !isRequired)
  return (
    <div className="grid grid-cols-1 gap-3">
      {selling.options.length > 1 && (
        <SelectField
          label="Option"
          options={selling.options.map(({ name }) => ({ value: name, label: name }))}
          value={option.name}
          onValueChange={(name) => onChange({ option: name })}
        />
      )}
      <div className={option.startTimes.length > 1 ? 'grid grid-cols-[minmax(0,1fr)_6.5rem] gap-3' : ''}>
        <TextField
          label="Day"
          type="date"
          value={trial.day}
          onChange={({ target }) => isDay(target.value) && onChange({ day: target.value })}
        />
        {option.startTimes.length > 1 && (
          <SelectField
            label="Start"
            options={option.startTimes.map(({ time }) => ({ value: time, label: time }))}
            value={option.startTimes.some(({ time }) => time === trial.startTime) ? trial.startTime : (option.startTimes[0]?.time ?? '')}
            onValueChange={(startTime) => onChange({ startTime })}
          />
        )}
      </div>
      <div className="grid grid-cols-3 items-end gap-3">
        {option.units.map(({ id, name }) => (
          <Count
            key={id}
            label={name}
            count={trial.units[name] ?? 0}
            onChange={(count) => onChange({ units: { ...trial.units, [name]: count } })}
          />
        ))}
        {extras.map(({ id, name }) => (
          <Count
            key={id}
            label={name}
            count={trial.extras[name] ?? 0}
            onChange={(count) => onChange({ extras: { ...trial.extras, [name]: count } })}
          />
        ))}
      </div>
      <div aria-live="polite" className="mt-1 border-t border-line pt-3">
        {optionRunsOn({ runs }, option, trial.day) ? (
          <Answer answer={offerFor(selling, trial, today)} currency={currency} />
        ) : (
          <p className="text-ink-soft">{option.name} does not run on this day.</p>
        )}
      </div>
    </div>
  )
}

function Count({ label, count, onChange }: { label: string; count: number; onChange: (count: number) => void }) {
  return (
    <TextField
      label={label}
      type="number"
      min={0}
      max={99}
      inputMode="numeric"
      value={String(count)}
      onChange={({ target }) => onChange(Math.max(0, Math.trunc(Number(target.value))))}
    />
  )
}

function Answer({ answer, currency }: { answer: ReturnType<typeof offerFor>; currency: Currency }) {
  if (!answer) return null
  if ('fault' in answer) return <p className="font-medium text-danger">{answer.message}.</p>
  return <Lines offer={answer} currency={currency} />
}

function Lines({ offer: { lines, totalCents }, currency }: { offer: Offer; currency: Currency }) {
  const text = (cents: number) => formatMoney({ cents, currency }, 'if any')
  return (
    <dl className="grid grid-cols-1 gap-y-1.5">
      {lines.map(({ kind, id, name, quantity, unitPriceCents, totalCents: cents, rule }) => {
        const isEach = kind === 'unit' || kind === 'extra'
        return (
          <div key={`${kind}-${id}`} className="flex items-start justify-between gap-4">
            <dt className="min-w-0">
              <span className="wrap-anywhere">{isEach ? `${name} × ${quantity}` : name}</span>
              <span className="block text-xs text-ink-soft">
                {isEach ? `${text(unitPriceCents)} each · ${rule}` : kind === 'group' && rule}
              </span>
            </dt>
            <dd className="shrink-0 tabular-nums">{text(cents)}</dd>
          </div>
        )
      })}
      <div className="mt-1 flex items-baseline justify-between gap-4 border-t border-line pt-2 font-semibold">
        <dt>Total</dt>
        <dd className="text-lg tabular-nums">{text(totalCents)}</dd>
      </div>
    </dl>
  )
}
