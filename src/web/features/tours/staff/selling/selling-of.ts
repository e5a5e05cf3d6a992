import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { runsOf, toRule } from '../editor/runs-draft.ts'
import type { ChangeDraft, ExtraDraft, OptionDraft, SellingDraft, UnitDraft } from './selling-draft.ts'
import { ownerOf } from './seats.ts'
import { centsOf, durationOf, numberOf, numberOrNull } from './typed-values.ts'

/** What is typed as it is sent, with the keys for ids; it may be invalid. */
export function sellingOf(draft: SellingDraft): Selling {
  const { options } = draft
  return {
    timeZone: draft.timeZone,
    capacityGroups: options
      .filter((option) => ownerOf(options, option) === option)
      .map(({ capacityGroup, key, seats }) => ({ id: capacityGroup || key, seats: numberOf(seats) })),
    options: options.map((option) => toOption(options, option)),
    extras: draft.extras.map((extra) => toExtra(options, extra)),
    seasons: draft.seasons.map(({ key, name, when, ...change }) => ({ id: key, name, when: toRule(when), ...toChange(draft, change) })),
    dayPrices: draft.dayPrices.map(({ key: _key, day, ...change }) => ({ day, ...toChange(draft, change) })),
    earlyBooking: draft.earlyBooking.map(toNumbers),
    lastMinute: draft.lastMinute.map(toNumbers),
    groupDiscounts: draft.groupDiscounts.map(({ fromPeople, percent }) => ({
      fromPeople: numberOf(fromPeople),
      percent: numberOf(percent),
    })),
  }
}

function toOption(options: readonly OptionDraft[], option: OptionDraft): SellingOption {
  const { key, name, text, startTimes, runsAs, runs, leastPeople, mostPeople, units, pricedBy, groupSteps, pickups } = option
  const owner = ownerOf(options, option)
  return {
    id: key,
    name,
    text,
    startTimes: startTimes.map(({ time, minutes }) => ({ time, minutes: durationOf(minutes) })),
    runs: runsAs === 'own' ? runsOf(runs) : null,
    capacityGroup: owner.capacityGroup || owner.key,
    leastPeople: numberOf(leastPeople),
    mostPeople: numberOrNull(mostPeople),
    cutoff: toCutoff(option.cutoff),
    units: units.map((unit) => toUnit(units, unit, pricedBy === 'group')),
    groupSteps:
      pricedBy === 'group'
        ? groupSteps.map((step, at) => ({
            from: at === 0 ? numberOf(step.from) : numberOf(groupSteps[at - 1]?.to ?? '') + 1,
            to: numberOf(step.to),
            priceCents: centsOf(step.priceCents),
          }))
        : null,
    pickups: pickups.map((pickup) => ({ id: pickup.key, place: pickup.place, minutesBefore: numberOf(pickup.minutesBefore) })),
  }
}

function toCutoff({ kind, hoursBefore, daysBefore, time }: OptionDraft['cutoff']): SellingOption['cutoff'] {
  if (kind === 'tour') return null
  return kind === 'hours' ? { hoursBefore: numberOf(hoursBefore) } : { daysBefore: numberOf(daysBefore), time }
}

/** Where the group has a price, that of a traveller may be empty. */
function toUnit(units: readonly UnitDraft[], { key, ages, ...unit }: UnitDraft, isInGroup: boolean) {
  const hasAges = ages.from.trim() !== '' || ages.to.trim() !== ''
  return {
    id: key,
    type: unit.type,
    name: unit.name,
    ages: hasAges ? { from: numberOrNull(ages.from) ?? 0, to: numberOrNull(ages.to) } : null,
    people: numberOf(unit.people),
    seats: numberOf(unit.seats),
    least: numberOrNull(unit.least) ?? 0,
    most: numberOrNull(unit.most),
    accompaniedBy: unit.accompaniedBy.filter((each) => each !== key && units.some((other) => other.key === each)),
    priceCents: isInGroup && unit.priceCents.trim() === '' ? 0 : centsOf(unit.priceCents),
  }
}

function toExtra(
  options: readonly OptionDraft[],
  { key, row: _row, picture, priceCents, stock, isForAll, optionIds, taxCategoryId, ...extra }: ExtraDraft,
) {
  return {
    ...extra,
    id: key,
    pictureId: picture?.id ?? null,
    priceCents: centsOf(priceCents),
    stock: numberOrNull(stock),
    optionIds: isForAll ? null : optionIds.filter((id) => options.some((option) => option.key === id)),
    taxCategoryId: taxCategoryId || null,
  }
}

/** A percentage is needed only where no single prices are given. */
function toChange({ options }: SellingDraft, { changes, direction, percent, prices }: ChangeDraft) {
  const isEmpty = percent.trim() === ''
  const size = isEmpty && changes === 'prices' ? null : numberOf(percent)
  const exists = ({ optionId, unitId }: ChangeDraft['prices'][number]) =>
    options.some(({ key, units }) => key === optionId && units.some((unit) => unit.key === unitId))
  return {
    // Adding 0 makes of −0 what can be compared.
    percent: size === null ? null : (direction === 'less' ? -size : size) + 0,
    prices: changes === 'prices' ? prices.filter(exists).map(({ priceCents, ...of }) => ({ ...of, priceCents: centsOf(priceCents) })) : [],
  }
}

function toNumbers({ daysBefore, percent }: { daysBefore: string; percent: string }) {
  return { daysBefore: numberOf(daysBefore), percent: numberOf(percent) }
}
