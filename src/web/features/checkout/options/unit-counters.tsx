import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Day } from '#shared/dates.ts'
import { formatMoney, type Currency } from '#shared/money.ts'
import { stepPriceOn, unitPriceOn } from '#shared/tours/offers/day-prices.ts'
import { mostOfExtra, type Counts } from '#shared/tours/offers/option-choice.ts'
import type { Selling, SellingExtra, SellingOption, SellingUnit } from '#shared/tours/offers/selling-schema.ts'
import { Picture, type PictureRecord } from '#web/components/picture.tsx'
import type { Counter } from '../guest-counter.tsx'
import { agesText, fewLeftText, peopleText } from './option-words.ts'

export const TRAVELLERS = 'travellers'

type UnitCountersProps = {
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
export function UnitCounters({ selling, option, currency, day, units, legend, Counter, fault, onStep }: UnitCountersProps) {
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

export const EXTRAS = 'extras'

/** As in responses; with the id that an extra names. */
export type ExtraPicture = PictureRecord & { id?: string | undefined }

type ExtraChoicesProps = {
  extras: readonly SellingExtra[]
  pictures: readonly ExtraPicture[] | undefined
  currency: Currency
  chosen: Counts
  people: number
  /** What is left of limited ones on the day, by id. */
  left: Counts | undefined
  Counter: Counter
  fault: string | undefined
  onChange: (id: string, count: number) => void
}

/** Extras: counted per person, switched on for a booking, or stated if they always come along. */
export function ExtraChoices({ extras, pictures, currency, chosen, people, left, Counter, fault, onChange }: ExtraChoicesProps) {
  if (extras.length === 0) return null
  return (
    <div id={EXTRAS} role="group" aria-labelledby={`${EXTRAS}-name`} className="mt-5">
      <p id={`${EXTRAS}-name`} className="font-semibold">
        Extras
      </p>
      <div className="mt-1 divide-y divide-line">
        {extras.map((extra) => {
          const most = mostOfExtra(extra, people, left)
          const count = chosen[extra.id] ?? 0
          const detail = <ExtraDetail extra={extra} currency={currency} left={left?.[extra.id]} pictures={pictures} />
          if (extra.isRequired) return <RequiredExtra key={extra.id} name={extra.name} detail={detail} />
          if (extra.per === 'booking') {
            return (
              <ExtraSwitch
                key={extra.id}
                name={extra.name}
                detail={detail}
                isOn={count > 0}
                isOut={most === 0}
                onSwitch={(isOn) => onChange(extra.id, isOn ? 1 : 0)}
              />
            )
          }
          return (
            <Counter
              key={extra.id}
              name={extra.name}
              detail={detail}
              count={count}
              most={most}
              onStep={(step) => onChange(extra.id, count + step)}
            />
          )
        })}
      </div>
      <p role="status" className="text-sm font-semibold text-sun-deep not-empty:pt-1.5">
        {fault}
      </p>
    </div>
  )
}

type DetailProps = Pick<ExtraChoicesProps, 'currency' | 'pictures'> & { extra: SellingExtra; left: number | undefined }

function ExtraDetail({ extra: { pictureId, per, priceCents, text, isRequired, stock }, currency, left, pictures }: DetailProps) {
  const picture = pictures?.find(({ id }) => id === pictureId)
  const price = priceCents === 0 ? 'Free' : `${formatMoney({ cents: priceCents, currency })} per ${per}`
  const state = left === 0 ? 'Sold out' : fewLeftText(left, stock ?? undefined)
  return (
    <span className="block text-sm text-ink-soft">
      {picture && <Picture picture={picture} sizes="120px" className="my-1.5 h-20 w-30 rounded-field" />}
      {text !== '' && <span className="block text-pretty">{text}</span>}
      <span className="tabular-nums">
        {price}
        <span>{isRequired && ' · included in every booking'}</span>
      </span>
      {state !== undefined && <span className="block font-semibold text-sun-deep">{state}</span>}
    </span>
  )
}

function RequiredExtra({ name, detail }: { name: string; detail: ReactNode }) {
  return (
    <div className="flex items-start justify-between gap-3 py-2">
      <div className="min-w-0">
        <span className="font-semibold">{name}</span>
        {detail}
      </div>
      <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-sea" />
    </div>
  )
}

type SwitchProps = { name: string; detail: ReactNode; isOn: boolean; isOut: boolean; onSwitch: (isOn: boolean) => void }

function ExtraSwitch({ name, detail, isOn, isOut, onSwitch }: SwitchProps) {
  const isDisabled = isOut && !isOn
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-disabled={isDisabled || undefined}
      onClick={() => !isDisabled && onSwitch(!isOn)}
      className="group flex w-full items-center justify-between gap-3 rounded-field py-2 text-left aria-disabled:cursor-not-allowed"
    >
      <span className="min-w-0 flex-1">
        <span className="font-semibold">{name}</span>
        {detail}
      </span>
      <span
        aria-hidden="true"
        className="relative h-7 w-12 shrink-0 rounded-pill border border-ink/50 bg-sand-deep transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-5.5 before:rounded-pill before:bg-paper before:shadow-card before:transition-transform group-hover:border-ink group-aria-checked:border-sea group-aria-checked:bg-sea group-aria-checked:before:translate-x-5 group-aria-disabled:opacity-50 forced-colors:before:bg-[ButtonText]"
      />
    </button>
  )
}
