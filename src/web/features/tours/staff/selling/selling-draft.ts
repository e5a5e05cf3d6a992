import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import type { SellingUnit } from '#shared/tours/offers/selling-schema.ts'
import type { RuleDraft, RunsDraft } from '../editor/runs-draft.ts'

/** `key` is the id, or stands for it until it is made from the name; `row` stays the same on the screen when it is. */
export type Keyed = { key: string; row: string }

/** Somebody who travels, as typed. */
export type UnitDraft = Keyed & {
  type: SellingUnit['type']
  name: string
  ages: { from: string; to: string }
  people: string
  seats: string
  least: string
  most: string
  /** Keys of units of the same option. */
  accompaniedBy: string[]
  priceCents: string
}

type StepDraft = { from: string; to: string; priceCents: string }
type TimeDraft = { time: string; minutes: string }
type PickupDraft = Keyed & { place: string; minutesBefore: string }

export type OptionDraft = Keyed & {
  name: string
  text: string
  startTimes: TimeDraft[]
  /** Rules are kept while "as the tour" is selected. */
  runsAs: 'tour' | 'own'
  runs: RunsDraft
  /** Key of its own seats, which are kept while it shares those of another option. */
  capacityGroup: string
  seats: string
  /** Key of the option whose seats it shares; empty if it has its own. */
  sharesWith: string
  leastPeople: string
  mostPeople: string
  cutoff: { kind: 'tour' | 'hours' | 'day'; hoursBefore: string; daysBefore: string; time: string }
  units: UnitDraft[]
  /** Whether each traveller has a price, or the group as a whole. */
  pricedBy: 'unit' | 'group'
  groupSteps: StepDraft[]
  pickups: PickupDraft[]
}

export type ExtraDraft = Keyed & {
  name: string
  text: string
  picture: StaffPicture | null
  per: 'person' | 'booking'
  priceCents: string
  isRequired: boolean
  stock: string
  isForAll: boolean
  /** Keys of options; kept while it is for all. */
  optionIds: string[]
  taxCategoryId: string
}

/** Other prices: a percentage for all, or prices of single units beside which it is optional. */
export type ChangeDraft = {
  changes: 'percent' | 'prices'
  direction: 'less' | 'more'
  percent: string
  /** Only those that are given; `optionId` and `unitId` are keys. */
  prices: { optionId: string; unitId: string; priceCents: string }[]
}

export type SeasonDraft = ChangeDraft & Keyed & { name: string; when: RuleDraft }
export type DayPriceDraft = ChangeDraft & Keyed & { day: string }
type AheadDraft = { daysBefore: string; percent: string }

/** What a tour sells, as typed, under the same names as what is sent. */
export type SellingDraft = {
  timeZone: string
  options: OptionDraft[]
  extras: ExtraDraft[]
  seasons: SeasonDraft[]
  dayPrices: DayPriceDraft[]
  earlyBooking: AheadDraft[]
  lastMinute: AheadDraft[]
  groupDiscounts: { fromPeople: string; percent: string }[]
}
