import type { Day } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import { extrasOf } from '#shared/tours/offers/extras.ts'
import { extrasIn, hasYounger, pickupIn, sizeOf, timeIn, unitsIn, type Counts } from '#shared/tours/offers/option-choice.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { SelectField } from '#web/components/select-field.tsx'
import type { Counter as AnyCounter } from '../guest-counter.tsx'
import type { OptionChoosing } from './option-checkout.ts'
import { OptionList, TimeList } from './option-list.tsx'
import { ASKED, durationText, pickupText, type AskedWords, type TimeLeft } from './option-words.ts'
import { ExtraChoices, UnitCounters, type ExtraPicture } from './unit-counters.tsx'

type OptionFieldsProps = {
  selling: Selling
  currency: Currency
  choosing: OptionChoosing
  option: SellingOption | undefined
  /** The day of the prices. */
  day: Day
  leastAge: number | undefined
  runsOn: (option: SellingOption) => boolean
  leftAt: (time: string) => TimeLeft
  /** What is left of limited extras on the day, by id. */
  left: Counts | undefined
  /** Those that the extras name; without them none is shown. */
  pictures?: readonly ExtraPicture[] | undefined
  errors: { [part in 'optionId' | 'startTime' | 'units' | 'extras' | 'pickupId']?: string | undefined }
  /** Counts travellers and extras. */
  Counter: AnyCounter
  /** The traveller's if omitted. */
  words?: AskedWords
  /** Whether a departure that is no longer sold can be chosen all the same. */
  takesLate?: boolean
}

/** What is chosen of a tour that sells options: which, when, who, with what and from where. */
export function OptionFields(props: OptionFieldsProps) {
  const { selling, currency, choosing, option, day, leastAge, runsOn, leftAt, left, errors } = props
  const { Counter, words = ASKED, takesLate = false } = props
  const { choice } = choosing
  const list = (
    <OptionList
      {...{ selling, currency, day, runsOn }}
      chosen={option}
      legend={words.option}
      error={errors.optionId}
      onChoose={choosing.chooseOption}
    />
  )
  if (!option) return list
  const time = timeIn(option, choice)
  const units = unitsIn(option, choice)
  const { people } = sizeOf(option, units)
  return (
    <>
      {list}
      <TimeList
        {...{ option, leftAt, takesLate }}
        seats={selling.capacityGroups.find(({ id }) => id === option.capacityGroup)?.seats}
        chosen={time}
        legend={words.time}
        error={errors.startTime}
        onChoose={choosing.chooseTime}
      />
      <UnitCounters
        {...{ selling, option, currency, day, units, Counter }}
        legend={words.who}
        fault={errors.units}
        onStep={(id, step) => choosing.stepUnit(option, id, step)}
      />
      <p role="status" className="text-sm text-ink-soft not-empty:pt-1.5">
        {leastAge !== undefined && hasYounger(option, units, leastAge) && `Recommended for ages ${leastAge} and over.`}
      </p>
      <ExtraChoices
        extras={extrasOf(selling, option)}
        pictures={props.pictures}
        chosen={extrasIn(selling, option, choice, people, left)}
        {...{ currency, people, left, Counter }}
        fault={errors.extras}
        onChange={choosing.setExtra}
      />
      <PickupSelect
        pickups={option.pickups}
        startTime={time}
        chosen={pickupIn(option, choice)}
        words={words}
        error={errors.pickupId}
        onChoose={choosing.choosePickup}
      />
    </>
  )
}

type PickupSelectProps = {
  pickups: SellingOption['pickups']
  startTime: string | undefined
  chosen: string | undefined
  words: Pick<AskedWords, 'alone' | 'fetched'>
  error: string | undefined
  onChoose: (id: string) => void
}

/** Where the travellers are picked up, if anywhere. */
function PickupSelect({ pickups, startTime, chosen, words, error, onChoose }: PickupSelectProps) {
  if (pickups.length === 0) return null
  const place = pickups.find(({ id }) => id === chosen)
  return (
    <SelectField
      className="mt-5"
      label="Pickup"
      isOptional
      value={chosen ?? ''}
      onValueChange={onChoose}
      placeholder={words.alone}
      {...(place && { chosen: placeText(place) })}
      options={pickups.map((each) => ({ value: each.id, label: placeText(each) }))}
      error={error}
      hint={place && startTime !== undefined ? pickupText(words.fetched, startTime, place.minutesBefore) : undefined}
    />
  )
}

function placeText({ place, minutesBefore }: SellingOption['pickups'][number]): string {
  return `${place}, ${minutesBefore === 0 ? 'at the start time' : `${durationText(minutesBefore)} before the start`}`
}
