import type { Selling, SellingOption } from '#shared/tours/offers/selling-schema.ts'
import { typedCents, typedWhole } from '#shared/typed-numbers.ts'
import { runsOf, toRule } from '../editor/runs-draft.ts'
import type { ChangeDraft, ExtraDraft, OptionDraft, SellingDraft, UnitDraft } from './selling-draft.ts'
import { ownerOf } from './seats.ts'
import { durationOf, wholeOrNull } from './typed-values.ts'

/** What is typed as it is sent, with the keys for ids; it may be invalid. */
export function sellingOf(draft: SellingDraft): Selling {
  const { options } = draft
  return {
    timeZone: draft.timeZone,
    capacityGroups: options
      .filter((option) => ownerOf(options, option) === option)
      .map(({ capacityGroup, key, seats }) => ({ id: capacityGroup || key, seats: typedWhole(seats) })),
    options: options.map((option) => toOption(options, option)),
    extras: draft.extras.map((extra) => toExtra(options, extra)),
    seasons: draft.seasons.map(({ key, name, when, ...change }) => ({ id: key, name, when: toRule(when), ...toChange(draft, change) })),
    dayPrices: draft.dayPrices.map(({ key: _key, day, ...change }) => ({ day, ...toChange(draft, change) })),
    earlyBooking: draft.earlyBooking.map(toNumbers),
    lastMinute: draft.lastMinute.map(toNumbers),
    groupDiscounts: draft.groupDiscounts.map(({ fromPeople, percent }) => ({
      fromPeople: typedWhole(fromPeople),
      percent: typedWhole(percent.replace('%', '')),
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
    leastPeople: typedWhole(leastPeople),
    mostPeople: wholeOrNull(mostPeople),
    cutoff: toCutoff(option.cutoff),
    units: units.map((unit) => toUnit(units, unit, pricedBy === 'group')),
    groupSteps:
      pricedBy === 'group'
        ? groupSteps.map((step, at) => ({
            from: at === 0 ? typedWhole(step.from) : typedWhole(groupSteps[at - 1]?.to ?? '') + 1,
            to: typedWhole(step.to),
            priceCents: typedCents(step.priceCents),
          }))
        : null,
    pickups: pickups.map((pickup) => ({ id: pickup.key, place: pickup.place, minutesBefore: typedWhole(pickup.minutesBefore) })),
  }
}

function toCutoff({ kind, hoursBefore, daysBefore, time }: OptionDraft['cutoff']): SellingOption['cutoff'] {
  if (kind === 'tour') return null
  return kind === 'hours' ? { hoursBefore: typedWhole(hoursBefore) } : { daysBefore: typedWhole(daysBefore), time }
}

/** Where the group has a price, that of a traveller may be empty. */
function toUnit(units: readonly UnitDraft[], { key, ages, ...unit }: UnitDraft, isInGroup: boolean) {
  const hasAges = ages.from.trim() !== '' || ages.to.trim() !== ''
  return {
    id: key,
    type: unit.type,
    name: unit.name,
    ages: hasAges ? { from: wholeOrNull(ages.from) ?? 0, to: wholeOrNull(ages.to) } : null,
    people: typedWhole(unit.people),
    seats: typedWhole(unit.seats),
    least: wholeOrNull(unit.least) ?? 0,
    most: wholeOrNull(unit.most),
    accompaniedBy: unit.accompaniedBy.filter((each) => each !== key && units.some((other) => other.key === each)),
    priceCents: isInGroup && unit.priceCents.trim() === '' ? 0 : typedCents(unit.priceCents),
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
    priceCents: typedCents(priceCents),
    stock: wholeOrNull(stock),
    optionIds: isForAll ? null : optionIds.filter((id) => options.some((option) => option.key === id)),
    taxCategoryId: taxCategoryId || null,
  }
}

/** A percentage is needed only where no single prices are given. */
function toChange({ options }: SellingDraft, { changes, direction, percent, prices }: ChangeDraft) {
  const isEmpty = percent.trim() === ''
  const size = isEmpty && changes === 'prices' ? null : typedWhole(percent.replace('%', ''))
  const exists = ({ optionId, unitId }: ChangeDraft['prices'][number]) =>
    options.some(({ key, units }) => key === optionId && units.some((unit) => unit.key === unitId))
  return {
    // Adding 0 makes of −0 what can be compared.
    percent: size === null ? null : (direction === 'less' ? -size : size) + 0,
    prices:
      changes === 'prices' ? prices.filter(exists).map(({ priceCents, ...of }) => ({ ...of, priceCents: typedCents(priceCents) })) : [],
  }
}

function toNumbers({ daysBefore, percent }: { daysBefore: string; percent: string }) {
  return { daysBefore: typedWhole(daysBefore), percent: typedWhole(percent.replace('%', '')) }
}
