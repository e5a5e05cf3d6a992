import type { StaffPicture } from '#shared/tours/staff-pictures.ts'
import type { PriceChange, Selling, SellingExtra, SellingOption, SellingUnit } from '#shared/tours/offers/selling-schema.ts'
import { toRuleDraft, toRunsDraft } from '../editor/runs-draft.ts'
import type { ChangeDraft, ExtraDraft, Keyed, OptionDraft, SellingDraft, UnitDraft } from './selling-draft.ts'
import { centsText, durationText, textOf } from './typed-values.ts'

/** What is saved as it is typed. Of the options with the same seats the first one has them, and the others share them. */
export function toDraft(selling: Selling, pictures: readonly StaffPicture[] = []): SellingDraft {
  return {
    timeZone: selling.timeZone,
    options: selling.options.map((option) => toOptionDraft(selling, option)),
    extras: selling.extras.map((extra) => toExtraDraft(extra, pictures)),
    seasons: selling.seasons.map(({ id, name, when, ...change }) => ({
      ...keyed(id),
      name,
      when: toRuleDraft(when),
      ...toChangeDraft(change),
    })),
    dayPrices: selling.dayPrices.map(({ day, ...change }) => ({ ...keyed(day), day, ...toChangeDraft(change) })),
    earlyBooking: selling.earlyBooking.map(toTexts),
    lastMinute: selling.lastMinute.map(toTexts),
    groupDiscounts: selling.groupDiscounts.map(({ fromPeople, percent }) => ({
      fromPeople: String(fromPeople),
      percent: String(percent),
    })),
  }
}

function keyed(id: string): Keyed {
  return { key: id, row: id }
}

function toOptionDraft({ options, capacityGroups }: Selling, option: SellingOption): OptionDraft {
  const { id, name, text, runs, cutoff, capacityGroup, groupSteps } = option
  const owner = options.find((other) => other.capacityGroup === capacityGroup)
  const isOwn = owner === option
  const seats = capacityGroups.find((group) => group.id === capacityGroup)?.seats ?? null
  return {
    ...keyed(id),
    name,
    text,
    startTimes: option.startTimes.map(({ time, minutes }) => ({ time, minutes: durationText(minutes) })),
    runsAs: runs ? 'own' : 'tour',
    runs: toRunsDraft(runs ?? { kind: 'daily' }),
    capacityGroup: isOwn ? capacityGroup : '',
    seats: textOf(seats),
    sharesWith: isOwn || !owner ? '' : owner.id,
    leastPeople: String(option.leastPeople),
    mostPeople: textOf(option.mostPeople),
    cutoff: toCutoffDraft(cutoff),
    units: option.units.map(toUnitDraft),
    pricedBy: groupSteps ? 'group' : 'unit',
    groupSteps: (groupSteps ?? []).map(({ from, to, priceCents }) => ({
      from: String(from),
      to: String(to),
      priceCents: centsText(priceCents),
    })),
    pickups: option.pickups.map((pickup) => ({ ...keyed(pickup.id), place: pickup.place, minutesBefore: String(pickup.minutesBefore) })),
  }
}

function toCutoffDraft(cutoff: SellingOption['cutoff']): OptionDraft['cutoff'] {
  const empty = { hoursBefore: '', daysBefore: '', time: '' }
  if (!cutoff) return { kind: 'tour', ...empty }
  if ('hoursBefore' in cutoff) return { ...empty, kind: 'hours', hoursBefore: String(cutoff.hoursBefore) }
  return { ...empty, kind: 'day', daysBefore: String(cutoff.daysBefore), time: cutoff.time }
}

function toUnitDraft({ id, ages, ...unit }: SellingUnit): UnitDraft {
  return {
    ...keyed(id),
    type: unit.type,
    name: unit.name,
    ages: { from: textOf(ages?.from ?? null), to: textOf(ages?.to ?? null) },
    people: String(unit.people),
    seats: String(unit.seats),
    least: String(unit.least),
    most: textOf(unit.most),
    accompaniedBy: unit.accompaniedBy,
    priceCents: centsText(unit.priceCents),
  }
}

function toExtraDraft(
  { id, pictureId, priceCents, stock, optionIds, taxCategoryId, ...extra }: SellingExtra,
  pictures: readonly StaffPicture[],
): ExtraDraft {
  return {
    ...extra,
    ...keyed(id),
    picture: pictures.find((picture) => picture.id === pictureId) ?? null,
    priceCents: centsText(priceCents),
    stock: textOf(stock),
    isForAll: optionIds === null,
    optionIds: optionIds ?? [],
    taxCategoryId: taxCategoryId ?? '',
  }
}

function toChangeDraft({ percent, prices }: PriceChange): ChangeDraft {
  return {
    changes: prices.length > 0 ? 'prices' : 'percent',
    direction: percent !== null && percent < 0 ? 'less' : 'more',
    percent: percent === null ? '' : String(Math.abs(percent)),
    prices: prices.map(({ optionId, unitId, priceCents }) => ({ optionId, unitId, priceCents: centsText(priceCents) })),
  }
}

function toTexts({ daysBefore, percent }: { daysBefore: number; percent: number }) {
  return { daysBefore: String(daysBefore), percent: String(percent) }
}
