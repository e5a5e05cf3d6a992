import { daysBetween, type Day } from '#shared/dates.ts'
import { isDayOfYear, isNamedBy, type RunRule } from '#shared/run-days.ts'
import { STANDARD_PRICE } from './offer-lines.ts'
import type { PriceChange, Season, Selling, SellingOption, SellingUnit } from './selling-schema.ts'

/** A price in cents, and the rule that made it, for people to read. */
export interface RuledPrice {
  cents: number
  rule: string
}

const PRICE_OF_THE_DAY = 'Price of this day'

/** The price of one unit on a day: base, then season, then that of the single day, each in place of the one before. */
export function unitPriceOn(selling: Selling, option: SellingOption, unit: SellingUnit, day: Day): RuledPrice {
  return priceOn(
    selling,
    day,
    unit.priceCents,
    ({ prices }) => prices.find((each) => each.optionId === option.id && each.unitId === unit.id)?.priceCents,
  )
}

/** The price of a group at a step; only percentages change it. */
export function stepPriceOn(selling: Selling, step: { priceCents: number }, day: Day): RuledPrice {
  return priceOn(selling, day, step.priceCents, () => undefined)
}

function priceOn(selling: Selling, day: Day, baseCents: number, listed: (change: PriceChange) => number | undefined): RuledPrice {
  const changed = (change: PriceChange): number | undefined =>
    listed(change) ?? (change.percent === null ? undefined : percentMore(baseCents, change.percent))
  const ofDay = selling.dayPrices.find((each) => each.day === day)
  const dayCents = ofDay && changed(ofDay)
  if (dayCents !== undefined) return { cents: dayCents, rule: PRICE_OF_THE_DAY }
  const seasons = selling.seasons.flatMap((season) => {
    const cents = isNamedBy(season.when, day) ? changed(season) : undefined
    return cents === undefined ? [] : [{ season, cents }]
  })
  const [first] = seasons.sort(closestFirst)
  return first ? { cents: first.cents, rule: first.season.name } : { cents: baseCents, rule: STANDARD_PRICE }
}

/** Halves are rounded up. */
export function percentMore(cents: number, percent: number): number {
  return Math.round((cents * (100 + percent)) / 100)
}

interface Match {
  season: Season
  cents: number
}

/** Of several seasons the one with the fewest days counts, so that a holiday can stand within a summer; never their ids or their order. */
function closestFirst(one: Match, other: Match): number {
  return (
    daysOf(one.season.when) - daysOf(other.season.when) ||
    compare(other.season.when.from ?? '', one.season.when.from ?? '') ||
    one.cents - other.cents ||
    compare(one.season.name, other.season.name)
  )
}

/** Longer than any season with two ends. */
const WITHOUT_END = 1_000_000

/** How many days it covers, of a year if it comes every year, in sevenths. */
function daysOf({ from, to, weekdays }: RunRule): number {
  if (from === undefined || to === undefined) return WITHOUT_END * weekdays.length
  const [first, last] = isDayOfYear(from) ? [`2000-${from}`, `${from <= to ? 2000 : 2001}-${to}`] : [from, to]
  return (daysBetween(first, last) + 1) * weekdays.length
}

function compare(one: string, other: string): number {
  return one === other ? 0 : one < other ? -1 : 1
}
