import { extrasOf } from './extras.ts'
import type { Selling, SellingExtra, SellingOption } from './selling-schema.ts'

export type Counts = Readonly<Record<string, number>>

/** What a traveller chooses of a tour with options, beside the day. */
export interface OptionChoice {
  /** How many the address asked for, or one; they count until someone is counted by unit. */
  guests: number
  optionId?: string | undefined
  startTime?: string | undefined
  /** By id, over all options, so that an option chosen again has what was counted there. */
  units: Counts
  extras: Counts
  pickupId?: string | undefined
}

/** Above what any party or stock needs; the call takes no more. */
const MAX_COUNTED = 1000

export function startChoice(guests: number): OptionChoice {
  return { guests, units: {}, extras: {} }
}

/** The only option, or the chosen one. */
export function optionIn({ options }: Selling, { optionId }: Pick<OptionChoice, 'optionId'>): SellingOption | undefined {
  return options.length === 1 ? options[0] : options.find(({ id }) => id === optionId)
}

/** The only start time, or the chosen one if the option has it; undefined also where the day counts as a whole. */
export function timeIn({ startTimes }: SellingOption, { startTime }: Pick<OptionChoice, 'startTime'>): string | undefined {
  return (startTimes.length === 1 ? startTimes[0] : startTimes.find(({ time }) => time === startTime))?.time
}

/** Who travels with an option: what was counted of its units, or at first as many of the leading one as were asked for. */
export function unitsIn(option: SellingOption, { units, guests }: Pick<OptionChoice, 'units' | 'guests'>): Record<string, number> {
  if (option.units.some(({ id }) => id in units)) {
    return Object.fromEntries(option.units.flatMap(({ id }) => (units[id] ? [[id, units[id]] as const] : [])))
  }
  const leading = option.units.find(({ type }) => type === 'ADULT') ?? option.units[0]
  const people = guests > 1 ? guests : option.leastPeople
  const counts = option.units.map(({ id, least, people: each }) => {
    return [id, id === leading?.id ? Math.max(least, Math.ceil(people / each)) : least] as const
  })
  return Object.fromEntries(counts.filter(([, count]) => count > 0))
}

/** How many people and seats the counted units are, whether or not an option takes such a party. */
export function sizeOf({ units }: SellingOption, counts: Counts): { people: number; seats: number } {
  const sum = (of: 'people' | 'seats') => units.reduce((all, unit) => all + (counts[unit.id] ?? 0) * unit[of], 0)
  return { people: sum('people'), seats: sum('seats') }
}

/** Whether someone counted may be younger than this age. */
export function hasYounger({ units }: SellingOption, counts: Counts, age: number): boolean {
  return units.some(({ id, ages }) => (counts[id] ?? 0) > 0 && ages !== null && ages.from < age)
}

export function withUnit(option: SellingOption, choice: OptionChoice, id: string, step: number): OptionChoice {
  const counts = unitsIn(option, choice)
  const count = Math.min(MAX_COUNTED, Math.max(0, (counts[id] ?? 0) + step))
  const none = Object.fromEntries(option.units.map((unit) => [unit.id, 0]))
  return { ...choice, units: { ...choice.units, ...none, ...counts, [id]: count } }
}

/** The most of an optional extra that a party can have, by the party and by what is left of it. */
export function mostOfExtra({ per, id }: SellingExtra, people: number, left: Counts | undefined): number {
  return Math.min(per === 'person' ? people : 1, left?.[id] ?? MAX_COUNTED)
}

/** The optional extras of a choice, never more than the party can have. */
export function extrasIn(
  selling: Selling,
  option: SellingOption,
  { extras }: Pick<OptionChoice, 'extras'>,
  people: number,
  left: Counts | undefined,
): Record<string, number> {
  const chosen = extrasOf(selling, option).map((extra) => {
    return [extra.id, extra.isRequired ? 0 : Math.min(extras[extra.id] ?? 0, mostOfExtra(extra, people, left))] as const
  })
  return Object.fromEntries(chosen.filter(([, count]) => count > 0))
}

/** Where the traveller is fetched; undefined if they come by themselves. */
export function pickupIn({ pickups }: SellingOption, { pickupId }: Pick<OptionChoice, 'pickupId'>): string | undefined {
  return pickups.find(({ id }) => id === pickupId)?.id
}

/** Reads what the browser has kept, which may be anything. */
export function restoreOptionChoice(kept: unknown): OptionChoice | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined
  const { guests, units, extras, optionId, startTime, pickupId } = kept as Record<string, unknown>
  if (!isCount(guests) || !isCounts(units) || !isCounts(extras)) return undefined
  return { guests, units, extras, optionId: textOf(optionId), startTime: textOf(startTime), pickupId: textOf(pickupId) }
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_COUNTED
}

function isCounts(value: unknown): value is Counts {
  return typeof value === 'object' && value !== null && Object.values(value).every(isCount)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
