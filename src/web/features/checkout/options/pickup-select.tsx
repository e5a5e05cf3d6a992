import type { SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { SelectField } from '#web/components/select-field.tsx'
import { durationText, pickupText, type AskedWords } from './option-words.ts'

type Props = {
  pickups: SellingOption['pickups']
  startTime: string | undefined
  chosen: string | undefined
  words: Pick<AskedWords, 'alone' | 'fetched'>
  error: string | undefined
  onChoose: (id: string) => void
}

/** Where somebody is fetched, if anywhere. */
export function PickupSelect({ pickups, startTime, chosen, words, error, onChoose }: Props) {
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
