import { addDays, type Day } from '#shared/dates.ts'
import { formatMoney, type Currency } from '#shared/money.ts'
import { computeOffer, type Offer } from '#shared/tours/offers/compute.ts'
import { stepPriceOn, unitPriceOn, type RuledPrice } from '#shared/tours/offers/day-prices.ts'
import { STANDARD_PRICE } from '#shared/tours/offers/offer-lines.ts'
import { leadingUnit } from '#shared/tours/offers/from-price.ts'
import { optionRunsOn } from '#shared/tours/offers/option-days.ts'
import type { OfferFault } from '#shared/tours/offers/party.ts'
import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import type { TourRuns } from '#shared/tours/runs.ts'

/** What someone might want, as tried beside the editor: by names, since ids come only when it is saved. */
export type Trial = { option: string; day: Day; startTime: string; units: Record<string, number>; extras: Record<string, number> }

/** The option that is tried, or the first one if that has gone. */
export function triedOption({ options }: Selling, { option }: Pick<Trial, 'option'>): SellingOption | undefined {
  return options.find(({ name }) => name === option) ?? options[0]
}

/** Two adults and two children, as far as the option knows them. */
export function familyOf({ units }: SellingOption): Record<string, number> {
  const child = units.find(({ type }) => type === 'CHILD' || type === 'YOUTH')
  const adult = units.find(({ type }) => type === 'ADULT') ?? units.find((unit) => unit !== child)
  return { ...(adult && { [adult.name]: child ? 2 : 4 }), ...(child && { [child.name]: 2 }) }
}

/** The first day on which an option runs within a year from a day on; that day if there is none. */
export function nextDayOf(runs: TourRuns, option: SellingOption, from: Day): Day {
  for (let ahead = 0; ahead < 366; ahead++) {
    const day = addDays(from, ahead)
    if (optionRunsOn({ runs }, option, day)) return day
  }
  return from
}

/** What it costs, or why it cannot be had; what the option does not have is left out. */
export function offerFor(selling: Selling, trial: Trial, today: Day): Offer | OfferFault | undefined {
  const option = triedOption(selling, trial)
  if (!option) return undefined
  const known = (counts: Record<string, number>, items: readonly { id: string; name: string }[]) =>
    Object.fromEntries(items.map(({ id, name }) => [id, counts[name] ?? 0]))
  const extras = selling.extras.filter(({ optionIds }) => optionIds === null || optionIds.includes(option.id))
  const startTime = option.startTimes.find(({ time }) => time === trial.startTime)?.time ?? option.startTimes[0]?.time
  return computeOffer(
    selling,
    { optionId: option.id, day: trial.day, startTime, units: known(trial.units, option.units), extras: known(trial.extras, extras) },
    today,
  )
}

/** The price of a day that stands for all others: of the option's leading unit, or of its smallest group. */
export function leadingPriceOn(selling: Selling, option: SellingOption, day: Day): RuledPrice {
  const [step] = option.groupSteps ?? []
  return step ? stepPriceOn(selling, step, day) : unitPriceOn(selling, option, leadingUnit({ ...selling, options: [option] }).unit, day)
}

export function leadingName(option: SellingOption, selling: Selling): string {
  const [step] = option.groupSteps ?? []
  return step ? `A group of up to ${step.to}` : leadingUnit({ ...selling, options: [option] }).unit.name
}

/** "Adult: $54, Summer". */
export function dayPriceText(name: string, { cents, rule }: RuledPrice, currency: Currency): string {
  return `${name}: ${formatMoney({ cents, currency }, 'if any')}, ${rule === STANDARD_PRICE ? 'the standard price' : rule}`
}

/** As short as a day of the calendar needs it; large prices without their cents. */
export function shortPrice(cents: number): string {
  return cents % 100 === 0 || cents >= 100_000 ? String(Math.round(cents / 100)) : (cents / 100).toFixed(2)
}
