import { useState } from 'react'
import type { Day } from '#shared/dates.ts'
import type { Offer } from '#shared/tours/offers/compute.ts'
import type { OfferFault } from '#shared/tours/offers/party.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { showChoices, showPart } from '../book-action.tsx'
import { NOT_ONLINE } from '../tour-booking-panel.tsx'
import type { useCheckout } from '../use-checkout.ts'
import { isOffer } from '#shared/tours/offers/chosen-offer.ts'
import { checkoutOf, type CodedOffer } from './checkout-body.ts'
import { timeIn, type Counts, type OptionChoice } from '#shared/tours/offers/option-choice.ts'
import { OPTIONS } from './option-list.tsx'
import { TIMES } from './time-list.tsx'
import { TRAVELLERS } from './unit-counters.tsx'

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
