import { useEffect, useState } from 'react'
import type { SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { tabStore } from '#web/lib/tab-store.ts'
import { restoreOptionChoice, startChoice, withUnit, type OptionChoice } from '#shared/tours/offers/option-choice.ts'

const storeOf = (tourId: string) => tabStore(`option-choice:${tourId}`, restoreOptionChoice)

function keepOptionChoice(tourId: string, choice: OptionChoice): void {
  storeOf(tourId).keep(choice)
}

/** The choice of option, time, travellers and extras, kept as the simple one is. `guests` is how many the address asks for. */
export function useOptionChoice(tourId: string, guests: number) {
  const [choice, setChoice] = useState(() => storeOf(tourId).find() ?? startChoice(guests))
  // Another number was asked for since: it goes before what was counted.
  if (choice.guests !== guests) setChoice({ ...choice, guests, units: {} })
  useEffect(() => keepOptionChoice(tourId, choice), [tourId, choice])
  return {
    choice,
    chooseOption: (optionId: string) => setChoice((current) => ({ ...current, optionId })),
    chooseTime: (startTime: string) => setChoice((current) => ({ ...current, startTime })),
    stepUnit: (option: SellingOption, id: string, step: number) => setChoice((current) => withUnit(option, current, id, step)),
    setExtra: (id: string, count: number) => setChoice((current) => ({ ...current, extras: { ...current.extras, [id]: count } })),
    choosePickup: (pickupId: string) => setChoice((current) => ({ ...current, pickupId: pickupId || undefined })),
  }
}

export type OptionChoosing = ReturnType<typeof useOptionChoice>
