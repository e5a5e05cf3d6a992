import { useEffect, useState } from 'react'
import type { Day } from '#shared/dates.ts'
import { centsToDecimal } from '#shared/money.ts'
import type { CreateCheckoutBody } from '#shared/payments/checkout-body.ts'
import { askedOf, isOffer } from '#shared/tours/offers/chosen-offer.ts'
import type { Offer } from '#shared/tours/offers/compute.ts'
import {
  pickupIn,
  restoreOptionChoice,
  startChoice,
  timeIn,
  withUnit,
  type Counts,
  type OptionChoice,
} from '#shared/tours/offers/option-choice.ts'
import type { OfferFault } from '#shared/tours/offers/party.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { tabStore } from '#web/lib/tab-store.ts'
import { showChoices, showPart } from '../book-action.tsx'
import { NOT_ONLINE } from '../tour-booking-panel.tsx'
import type { useCheckout } from '../use-checkout.ts'
import { OPTIONS, TIMES } from './option-list.tsx'
import { TRAVELLERS } from './unit-counters.tsx'

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

type Wanted = {
  tourId: string
  priceId: string | null | undefined
  selling: Selling
  option: SellingOption | undefined
  choice: OptionChoice
  offer: Offer | OfferFault | undefined
  date: Day
  /** Whether the day can be booked at all. */
  isDeparture: boolean
  left: Counts | undefined
  /** With a code. */
  coded: CodedOffer | undefined
}

/** Books a choice, or first shows what is missing. Nothing is called missing before that. */
export function useOptionsCheckout(wanted: Wanted, checkout: ReturnType<typeof useCheckout>) {
  const [isChecked, setIsChecked] = useState(false)
  const { tourId, priceId, selling, option, choice, offer, date, isDeparture, left, coded } = wanted
  const needsTime = option !== undefined && option.startTimes.length > 0 && timeIn(option, choice) === undefined

  const book = () => {
    setIsChecked(true)
    if (!isDeparture) return showChoices()
    if (!option) return showPart(OPTIONS)
    if (needsTime) return showPart(TIMES)
    if (!isOffer(offer)) return showPart(TRAVELLERS)
    if (!priceId) return checkout.setError(NOT_ONLINE)
    checkout.start(checkoutOf(selling, offer, choice, { tourId, priceId, day: date, left, coded }))
  }
  return {
    book,
    isChecked,
    optionError: isChecked && !option ? 'Please choose one of the options' : undefined,
    timeError: isChecked && needsTime ? 'Please choose a start time' : undefined,
  }
}

export interface CodedOffer {
  code: string
  totalCents: number
}

/** The body of a checkout at the total that is shown, which a code may have lowered. */
export function checkoutOf(
  selling: Selling,
  offer: Offer,
  choice: OptionChoice,
  {
    tourId,
    priceId,
    day,
    left,
    coded,
  }: { tourId: string; priceId: string; day: Day; left: Counts | undefined; coded: CodedOffer | undefined },
): CreateCheckoutBody {
  const { option, people, totalCents } = offer
  const pickupId = pickupIn(option, choice)
  return {
    priceId,
    tour_id: tourId,
    totalGuests: people,
    travelDate: day,
    ...askedOf(selling, offer, choice, left),
    expectedTotal: centsToDecimal(coded?.totalCents ?? totalCents),
    ...(coded && { code: coded.code }),
    ...(pickupId !== undefined && { pickupId }),
  }
}
