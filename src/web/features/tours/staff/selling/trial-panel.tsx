import { useState } from 'react'
import { addDays, isDay, type Day } from '#shared/dates.ts'
import { formatMoney, type Currency } from '#shared/money.ts'
import type { Offer } from '#shared/tours/offers/compute.ts'
import { extrasOf } from '#shared/tours/offers/extras.ts'
import { optionRunsOn } from '#shared/tours/offers/option-days.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import { Panel } from '#web/components/panel.tsx'
import { SelectField } from '#web/components/select-field.tsx'
import { TextField } from '#web/components/text-field.tsx'
import { todayThere } from '#web/lib/moments.ts'
import { computable } from './check-selling.ts'
import { PriceCalendar } from './price-calendar.tsx'
import type { SellingDraft } from './selling-draft.ts'
import { familyOf, nextDayOf, offerFor, triedOption, type Trial } from './trial.ts'

/** People book some weeks ahead. */
const AHEAD_DAYS = 14

type Props = { draft: SellingDraft; runs: TourRuns; currency: Currency }

/** What a party would pay, and what each day costs, as it is typed. */
export function TrialPanel({ draft, runs, currency }: Props) {
  const { selling, isPartial } = computable(draft) ?? {}
  const today = todayThere(draft.timeZone)
  const [chosen, setChosen] = useState<Partial<Trial>>({})
  const option = selling && triedOption(selling, { option: chosen.option ?? '' })
  if (!selling || !option)
    return (
      <Panel title="Price preview">
        <p className="text-ink-soft">Once an option has traveller prices, you can preview them here.</p>
      </Panel>
    )
  const knownUnits = Object.entries(chosen.units ?? {}).filter(([name]) => option.units.some((unit) => unit.name === name))
  const trial: Trial = {
    option: option.name,
    day: chosen.day ?? nextDayOf(runs, option, addDays(today, AHEAD_DAYS)),
    startTime: chosen.startTime ?? '',
    units: knownUnits.length > 0 ? Object.fromEntries(knownUnits) : familyOf(option),
    extras: chosen.extras ?? {},
  }
  const change = (part: Partial<Trial>) => setChosen({ ...chosen, day: trial.day, ...part })
  const props = { selling, option, runs, currency, today }
  return (
    <>
      <Panel title="Price preview">
        <TryIt {...props} trial={trial} onChange={change} />
        {isPartial && <p className="mt-3 text-xs text-ink-soft">Incomplete entries are left out.</p>}
      </Panel>
      <Panel title="Price by day" className="@container/month">
        <PriceCalendar {...props} day={trial.day} onDay={(day) => change({ day })} />
      </Panel>
    </>
  )
}

type TryItProps = {
  selling: Selling
  option: SellingOption
  runs: TourRuns
  currency: Currency
  today: Day
  trial: Trial
  onChange: (part: Partial<Trial>) => void
}

/** Answers what a party pays on a day, by the formula that the site sells by. */
function TryIt({ selling, option, runs, currency, today, trial, onChange }: TryItProps) {
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
