import type { Day } from '#shared/dates.ts'
import { formatMoney, type Currency } from '#shared/money.ts'
import { stepPriceOn, unitPriceOn } from '#shared/tours/offers/day-prices.ts'
import type { Selling, SellingOption, SellingUnit } from '#shared/tours/offers/selling-schema.ts'
import type { Counter } from '../guest-counter.tsx'
import type { Counts } from '#shared/tours/offers/option-choice.ts'
import { agesText, peopleText } from './option-words.ts'

export const TRAVELLERS = 'travellers'

type Props = {
  selling: Selling
  option: SellingOption
  currency: Currency
  day: Day
  units: Counts
  legend: string
  Counter: Counter
  /** Why no such party can book, in a sentence. */
  fault: string | undefined
  onStep: (id: string, step: number) => void
}

/** Who travels, with the price of each on that day, or those of the group. */
export function UnitCounters({ selling, option, currency, day, units, legend, Counter, fault, onStep }: Props) {
  return (
    <div id={TRAVELLERS} role="group" aria-labelledby={`${TRAVELLERS}-name`} tabIndex={-1} className="mt-5 scroll-mt-28 rounded-field">
      <p id={`${TRAVELLERS}-name`} className="font-semibold">
        {legend}
      </p>
      {option.groupSteps && (
        <dl className="mt-2 grid gap-1 rounded-field bg-cream px-4 py-3 text-sm">
          {option.groupSteps.map((step) => (
            <div key={step.from} className="flex flex-wrap justify-between gap-x-3 tabular-nums">
              <dt className="text-ink-soft">{peopleText(step)}</dt>
              <dd className="font-semibold">{formatMoney({ cents: stepPriceOn(selling, step, day).cents, currency })}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="mt-1 divide-y divide-line">
        {option.units.map((unit) => (
          <Counter
            key={unit.id}
            name={unit.name}
            detail={
              <UnitDetail
                unit={unit}
                cents={option.groupSteps ? undefined : unitPriceOn(selling, option, unit, day).cents}
                currency={currency}
              />
            }
            count={units[unit.id] ?? 0}
            {...(unit.most !== null && { most: unit.most })}
            onStep={(step) => onStep(unit.id, step)}
          />
        ))}
      </div>
      <p role="status" className="text-sm font-semibold text-sun-deep not-empty:pt-1.5">
        {fault}
      </p>
    </div>
  )
}

function UnitDetail({ unit, cents, currency }: { unit: SellingUnit; cents: number | undefined; currency: Currency }) {
  const said = [agesText(unit.ages), unit.people > 1 && `${unit.people} people`].filter(Boolean).join(' · ')
  return (
    <span className="block text-sm text-ink-soft">
      {said}
      <span>{cents !== undefined && said !== '' && ' · '}</span>
      {cents !== undefined && (
        <span className="whitespace-nowrap tabular-nums">{cents === 0 ? 'Free' : formatMoney({ cents, currency })}</span>
      )}
    </span>
  )
}
