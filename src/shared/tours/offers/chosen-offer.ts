import type { Day } from '#shared/dates.ts'
import { computeOffer, type Offer } from './compute.ts'
import { stepPriceOn, unitPriceOn } from './day-prices.ts'
import { extrasOf } from './extras.ts'
import type { OfferFault } from './party.ts'
import type { Selling, SellingOption } from './selling-schema.ts'
import { extrasIn, sizeOf, timeIn, unitsIn, type Counts, type OptionChoice } from './option-choice.ts'

interface Circumstances {
  day: Day
  /** At the place. */
  today: Day
  /** What is left of limited extras on the day, by id. */
  left?: Counts | undefined
}

/** What a choice costs with an option, or why it cannot be had. A start time that is still to be chosen changes no price. */
export function offerOf(selling: Selling, option: SellingOption, choice: OptionChoice, { day, today, left }: Circumstances) {
  const units = unitsIn(option, choice)
  const extras = extrasIn(selling, option, choice, sizeOf(option, units).people, left)
  const startTime = timeIn(option, choice) ?? option.startTimes[0]?.time
  return computeOffer(selling, { optionId: option.id, day, startTime, units, extras }, today)
}

export function isOffer(offer: Offer | OfferFault | undefined): offer is Offer {
  return offer !== undefined && !('fault' in offer)
}

/** The lowest total of the options for the party; undefined if none takes it. */
export function lowestCents(selling: Selling, options: readonly SellingOption[], choice: OptionChoice, of: Circumstances) {
  const totals = options.flatMap((option) => {
    const offer = offerOf(selling, option, choice, of)
    return isOffer(offer) ? [offer.totalCents] : []
  })
  return totals.length === 0 ? undefined : Math.min(...totals)
}

/** Where the prices of an option begin on a day: its leading unit, or its smallest group, with the required extras. */
export function fromCents(selling: Selling, option: SellingOption, day: Day): number {
  const unit = option.units.find(({ type }) => type === 'ADULT') ?? option.units[0]
  const prices = option.groupSteps
    ? option.groupSteps.map((step) => stepPriceOn(selling, step, day).cents)
    : unit
      ? [unitPriceOn(selling, option, unit, day).cents]
      : []
  const required = extrasOf(selling, option).filter(({ isRequired }) => isRequired)
  return Math.min(...prices) + required.reduce((sum, { priceCents }) => sum + priceCents, 0)
}

/** What the server is asked about a choice. */
export function askedOf(selling: Selling, { option, people }: Offer, choice: OptionChoice, left: Counts | undefined) {
  const startTime = timeIn(option, choice)
  return {
    optionId: option.id,
    units: unitsIn(option, choice),
    extras: extrasIn(selling, option, choice, people, left),
    ...(startTime !== undefined && { startTime }),
  }
}
