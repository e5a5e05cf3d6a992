import type { Day } from '#shared/dates.ts'
import { stepPriceOn, unitPriceOn } from './day-prices.ts'
import { codeLine, discountLine, type OfferCode } from './discounts.ts'
import { extraLines } from './extras.ts'
import { toLine, type OfferLine } from './offer-lines.ts'
import { partyOf, type OfferFault, type Party } from './party.ts'
import type { Selling, SellingOption } from './selling-schema.ts'

export interface OfferChoice {
  /** Needed where there are several. */
  optionId?: string | undefined
  day: Day
  startTime?: string | undefined
  /** How many of each unit, by id. */
  units: Readonly<Record<string, number>>
  /** How many of each optional extra, by id. */
  extras: Readonly<Record<string, number>>
  code?: OfferCode | undefined
}

export interface Offer extends Party {
  option: SellingOption
  /** Null where the day counts as a whole. */
  startTime: string | null
  lines: OfferLine[]
  totalCents: number
}

/**
 * Computes what a choice costs, or why it cannot be had: the only formula, which the page shows and the server decides by. In this order:
 * the price of the day, then the best of group, early and last-minute discounts on the travellers' prices, then the code on what is left.
 * Seats, stock, days and the code's own terms are not looked at. `today` is at the place.
 */
export function computeOffer(selling: Selling, choice: OfferChoice, today: Day): Offer | OfferFault {
  const option = chosenOption(selling, choice)
  if ('fault' in option) return option
  const startTime = chosenTime(option, choice)
  if (typeof startTime === 'object' && startTime) return startTime
  const party = partyOf(option, choice.units)
  if ('fault' in party) return party
  const travellers = travellerLines(selling, option, choice, party)
  if ('fault' in travellers) return travellers
  const extras = extraLines(selling, option, choice.extras, party)
  if ('fault' in extras) return extras
  const lines = [...travellers, ...extras]
  const discount = discountLine(selling, travellers, { day: choice.day, today, people: party.people })
  if (discount) lines.push(discount)
  if (choice.code) {
    const code = codeLine(choice.code, lines)
    if ('fault' in code) return code
    lines.push(code)
  }
  const totalCents = lines.reduce((sum, line) => sum + line.totalCents, 0)
  return { option, startTime, lines, totalCents, ...party }
}

function chosenOption({ options }: Selling, { optionId }: OfferChoice): SellingOption | OfferFault {
  const [only] = options
  if (optionId === undefined && options.length === 1 && only) return only
  const chosen = options.find(({ id }) => id === optionId)
  if (chosen) return chosen
  return { fault: 'choice_required', path: 'optionId', message: 'Please choose one of the options' }
}

function chosenTime({ startTimes }: SellingOption, { startTime }: OfferChoice): string | null | OfferFault {
  const [only] = startTimes
  if (!only) return null
  if (startTime === undefined && startTimes.length === 1) return only.time
  if (startTimes.some(({ time }) => time === startTime)) return startTime ?? null
  return { fault: 'choice_required', path: 'startTime', message: 'Please choose a start time' }
}

function travellerLines(selling: Selling, option: SellingOption, { units, day }: OfferChoice, { people }: Party): OfferLine[] | OfferFault {
  if (option.groupSteps) {
    const step = option.groupSteps.find(({ from, to }) => from <= people && people <= to)
    if (!step) return { fault: 'validation_failed', path: 'units', message: `${option.name} has no price for ${people} people` }
    const { cents } = stepPriceOn(selling, step, day)
    const rule = step.from === step.to ? `Group of ${step.to}` : `Group of ${step.from} to ${step.to}`
    return [toLine({ kind: 'group', id: option.id, name: option.name, quantity: 1, unitPriceCents: cents, rule })]
  }
  return option.units.flatMap((unit) => {
    const quantity = units[unit.id] ?? 0
    if (quantity === 0) return []
    const { cents, rule } = unitPriceOn(selling, option, unit, day)
    return [toLine({ kind: 'unit', id: unit.id, name: unit.name, quantity, unitPriceCents: cents, rule })]
  })
}
