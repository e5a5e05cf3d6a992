import type { PriceChange, Selling, SellingExtra, SellingOption, SellingUnit } from '#shared/tours/offers/selling-schema.ts'
import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { runsOf, toRule, toRuleDraft, toRunsDraft, type RuleDraft, type RunsDraft } from '../editor/runs-draft.ts'
import {
  asIs,
  cents,
  duration,
  fields,
  flag,
  idOrNull,
  listOf,
  percent,
  plain,
  textOf,
  whole,
  wholeOrNull,
  type Codec,
  type TypedBy,
} from '../editor/typed-values.ts'

/** `key` is the id, or stands for it until it is made from the name; `row` stays the same on the screen when it is. */
export type Keyed = { key: string; row: string }

function keyed(id: string): Keyed {
  return { key: id, row: id }
}

const ages: Codec<{ from: string; to: string }, SellingUnit['ages']> = {
  read: ({ from, to }) => (from.trim() === '' && to.trim() === '' ? null : { from: wholeOrNull.read(from) ?? 0, to: wholeOrNull.read(to) }),
  write: (sent) => ({ from: textOf(sent?.from), to: textOf(sent?.to) }),
}

const unit = fields({
  type: asIs<SellingUnit['type']>(),
  name: plain,
  ages,
  people: whole,
  seats: whole,
  least: { read: (typed: string) => wholeOrNull.read(typed) ?? 0, write: String },
  most: wholeOrNull,
  /** Keys of units of the same option. */
  accompaniedBy: asIs<string[]>(),
  priceCents: cents,
})
export type UnitDraft = Keyed & TypedBy<typeof unit>

const typedSteps = listOf(fields({ from: whole, to: whole, priceCents: cents }))
const pickup = fields({ place: plain, minutesBefore: whole })

type CutoffDraft = { kind: 'tour' | 'hours' | 'day'; hoursBefore: string; daysBefore: string; time: string }
const NO_CUTOFF: CutoffDraft = { kind: 'tour', hoursBefore: '', daysBefore: '', time: '' }

const cutoff: Codec<CutoffDraft, SellingOption['cutoff']> = {
  read: ({ kind, hoursBefore, daysBefore, time }) => {
    if (kind === 'tour') return null
    return kind === 'hours' ? { hoursBefore: typedWhole(hoursBefore) } : { daysBefore: typedWhole(daysBefore), time }
  },
  write: (sent) => {
    if (!sent) return NO_CUTOFF
    if ('hoursBefore' in sent) return { ...NO_CUTOFF, kind: 'hours', hoursBefore: String(sent.hoursBefore) }
    return { ...NO_CUTOFF, kind: 'day', daysBefore: String(sent.daysBefore), time: sent.time }
  },
}

/** The parts of an option that need nothing but themselves. */
const optionFields = fields({
  name: plain,
  text: plain,
  startTimes: listOf(fields({ time: plain, minutes: duration })),
  leastPeople: whole,
  mostPeople: wholeOrNull,
  cutoff,
})
export type OptionDraft = Keyed &
  TypedBy<typeof optionFields> & {
    /** Rules are kept while "as the tour" is selected. */
    runsAs: 'tour' | 'own'
    runs: RunsDraft
    /** Key of its own seats, which are kept while it shares those of another option. */
    capacityGroup: string
    seats: string
    /** Key of the option whose seats it shares; empty if it has its own. */
    sharesWith: string
    units: UnitDraft[]
    /** Whether each traveller has a price, or the group as a whole. */
    pricedBy: 'unit' | 'group'
    groupSteps: TypedBy<typeof typedSteps>
    pickups: (Keyed & TypedBy<typeof pickup>)[]
  }

const extraFields = fields({
  name: plain,
  text: plain,
  per: asIs<SellingExtra['per']>(),
  priceCents: cents,
  isRequired: flag,
  stock: wholeOrNull,
  taxCategoryId: idOrNull,
})
export type ExtraDraft = Keyed &
  TypedBy<typeof extraFields> & {
    picture: StaffPicture | null
    isForAll: boolean
    /** Keys of options; kept while it is for all. */
    optionIds: string[]
  }

/** Only those that are given; `optionId` and `unitId` are keys. */
const unitPrices = listOf(fields({ optionId: plain, unitId: plain, priceCents: cents }))

/** Other prices: a percentage for all, or prices of single units beside which it is optional. */
export type ChangeDraft = {
  changes: 'percent' | 'prices'
  direction: 'less' | 'more'
  percent: string
  prices: TypedBy<typeof unitPrices>
}
export type SeasonDraft = ChangeDraft & Keyed & { name: string; when: RuleDraft }
export type DayPriceDraft = ChangeDraft & Keyed & { day: string }

const ahead = listOf(fields({ daysBefore: whole, percent }))
const discounts = fields({
  earlyBooking: ahead,
  lastMinute: ahead,
  groupDiscounts: listOf(fields({ fromPeople: whole, percent })),
})

/** What a tour sells, as typed, under the same names as what is sent. */
export type SellingDraft = TypedBy<typeof discounts> & {
  timeZone: string
  options: OptionDraft[]
  extras: ExtraDraft[]
  seasons: SeasonDraft[]
  dayPrices: DayPriceDraft[]
}

/** What is saved as it is typed. Of the options with the same seats the first one has them, and the others share them. */
export function toDraft(selling: Selling, pictures: readonly StaffPicture[] = []): SellingDraft {
  return {
    timeZone: selling.timeZone,
    options: selling.options.map((option) => toOptionDraft(selling, option)),
    extras: selling.extras.map((extra) => ({
      ...keyed(extra.id),
      ...extraFields.write(extra),
      picture: pictures.find(({ id }) => id === extra.pictureId) ?? null,
      isForAll: extra.optionIds === null,
      optionIds: extra.optionIds ?? [],
    })),
    seasons: selling.seasons.map(({ id, name, when, ...change }) => ({
      ...keyed(id),
      name,
      when: toRuleDraft(when),
      ...toChangeDraft(change),
    })),
    dayPrices: selling.dayPrices.map(({ day, ...change }) => ({ ...keyed(day), day, ...toChangeDraft(change) })),
    ...discounts.write(selling),
  }
}

function toOptionDraft({ options, capacityGroups }: Selling, option: SellingOption): OptionDraft {
  const { id, runs, capacityGroup, groupSteps } = option
  const owner = options.find((other) => other.capacityGroup === capacityGroup)
  const isOwn = owner === option
  return {
    ...keyed(id),
    ...optionFields.write(option),
    runsAs: runs ? 'own' : 'tour',
    runs: toRunsDraft(runs ?? { kind: 'daily' }),
    capacityGroup: isOwn ? capacityGroup : '',
    seats: textOf(capacityGroups.find((group) => group.id === capacityGroup)?.seats),
    sharesWith: isOwn || !owner ? '' : owner.id,
    units: option.units.map((each) => ({ ...keyed(each.id), ...unit.write(each) })),
    pricedBy: groupSteps ? 'group' : 'unit',
    groupSteps: typedSteps.write(groupSteps ?? []),
    pickups: option.pickups.map((each) => ({ ...keyed(each.id), ...pickup.write(each) })),
  }
}

function toChangeDraft({ percent: share, prices }: PriceChange): ChangeDraft {
  return {
    changes: prices.length > 0 ? 'prices' : 'percent',
    direction: share !== null && share < 0 ? 'less' : 'more',
    percent: share === null ? '' : String(Math.abs(share)),
    prices: unitPrices.write(prices),
  }
}

/** What is typed as it is sent, with the keys for ids; it may be invalid. */
export function sellingOf(draft: SellingDraft): Selling {
  const { options } = draft
  return {
    timeZone: draft.timeZone,
    capacityGroups: options
      .filter((option) => ownerOf(options, option) === option)
      .map(({ capacityGroup, key, seats }) => ({ id: capacityGroup || key, seats: typedWhole(seats) })),
    options: options.map((option) => toOption(options, option)),
    extras: draft.extras.map((extra) => ({
      id: extra.key,
      ...extraFields.read(extra),
      pictureId: extra.picture?.id ?? null,
      optionIds: extra.isForAll ? null : extra.optionIds.filter((id) => options.some(({ key }) => key === id)),
    })),
    seasons: draft.seasons.map(({ key, name, when, ...change }) => ({ id: key, name, when: toRule(when), ...toChange(options, change) })),
    dayPrices: draft.dayPrices.map(({ day, ...change }) => ({ day, ...toChange(options, change) })),
    ...discounts.read(draft),
  }
}

function toOption(options: readonly OptionDraft[], option: OptionDraft): SellingOption {
  const { key, runsAs, runs, units, pricedBy, pickups } = option
  const owner = ownerOf(options, option)
  const groupSteps = typedSteps.read(option.groupSteps)
  return {
    id: key,
    ...optionFields.read(option),
    runs: runsAs === 'own' ? runsOf(runs) : null,
    capacityGroup: owner.capacityGroup || owner.key,
    units: units.map((each) => toUnit(units, each, pricedBy === 'group')),
    // Each step begins after the one before.
    groupSteps:
      pricedBy === 'group'
        ? groupSteps.map((step, at) => ({ ...step, from: at === 0 ? step.from : (groupSteps[at - 1]?.to ?? NaN) + 1 }))
        : null,
    pickups: pickups.map((each) => ({ id: each.key, ...pickup.read(each) })),
  }
}

/** Where the group has a price, that of a traveller may be empty. */
function toUnit(units: readonly UnitDraft[], draft: UnitDraft, isInGroup: boolean): SellingUnit {
  const { priceCents, accompaniedBy, ...sent } = unit.read(draft)
  return {
    id: draft.key,
    ...sent,
    accompaniedBy: accompaniedBy.filter((each) => each !== draft.key && units.some(({ key }) => key === each)),
    priceCents: isInGroup && draft.priceCents.trim() === '' ? 0 : priceCents,
  }
}

/** A percentage is needed only where no single prices are given. */
function toChange(options: readonly OptionDraft[], { changes, direction, percent: share, prices }: ChangeDraft): PriceChange {
  const size = share.trim() === '' && changes === 'prices' ? null : percent.read(share)
  const exists = ({ optionId, unitId }: ChangeDraft['prices'][number]) =>
    options.some(({ key, units }) => key === optionId && units.some((each) => each.key === unitId))
  return {
    // Adding 0 makes of −0 what can be compared.
    percent: size === null ? null : (direction === 'less' ? -size : size) + 0,
    prices: changes === 'prices' ? unitPrices.read(prices.filter(exists)) : [],
  }
}

/** The option whose seats an option takes: its own, or those of another one. */
export function ownerOf(options: readonly OptionDraft[], option: OptionDraft): OptionDraft {
  let owner = option
  for (let step = 0; step < options.length; step++) {
    const next = options.find(({ key }) => key === owner.sharesWith)
    if (!next) return owner
    owner = next
  }
  return owner
}

/** The other options that have seats of their own, which this one can share. */
export function shareable(options: readonly OptionDraft[], option: OptionDraft): OptionDraft[] {
  return options.filter((other) => other !== option && other.sharesWith === '')
}

/** Removes an option. The first of those that shared its seats takes them over, as they may have been sold. */
export function withoutOption(options: readonly OptionDraft[], at: number): OptionDraft[] {
  const removed = options[at]
  const left = options.toSpliced(at, 1)
  const heir = left.find(({ sharesWith }) => sharesWith === removed?.key)
  if (!removed || !heir) return left
  const { sharesWith, seats, capacityGroup, key } = removed
  return left.map((option) => {
    if (option.sharesWith !== key) return option
    if (sharesWith !== '') return { ...option, sharesWith }
    return option === heir ? { ...option, sharesWith: '', seats, capacityGroup: capacityGroup || key } : { ...option, sharesWith: heir.key }
  })
}
