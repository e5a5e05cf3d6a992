import type { Selling, SellingUnit } from '#shared/tours/offers/selling-schema.ts'
import { typedCents, typedWhole } from '#shared/typed-numbers.ts'
import { randomKey } from '#web/lib/random-key.ts'
import { centsText } from '../editor/typed-values.ts'
import type { OptionDraft, SellingDraft, UnitDraft } from './selling-draft.ts'

type Preset = Pick<SellingUnit, 'name' | 'type'> & {
  label: string
  ages?: UnitDraft['ages']
  people?: string
  seats?: string
  /** Of the price of an adult; an infant goes for nothing. */
  share: number | undefined
  needsAdult?: boolean
}

export const UNIT_PRESETS: readonly Preset[] = [
  { label: 'Adult', name: 'Adult', type: 'ADULT', share: undefined },
  { label: 'Child 4–11', name: 'Child', type: 'CHILD', ages: { from: '4', to: '11' }, share: undefined, needsAdult: true },
  { label: 'Infant 0–3', name: 'Infant', type: 'INFANT', ages: { from: '0', to: '3' }, seats: '0', share: 0, needsAdult: true },
  { label: 'Senior 65+', name: 'Senior', type: 'SENIOR', ages: { from: '65', to: '' }, share: undefined },
  { label: 'Student', name: 'Student', type: 'STUDENT', share: undefined },
  { label: 'Family of four', name: 'Family of four', type: 'FAMILY', people: '4', seats: '4', share: undefined },
]

/** A unit of a preset, to be priced. One that needs an adult may come with any that the option has. */
export function unitOf(preset: Preset | undefined, { units }: Pick<OptionDraft, 'units'>): UnitDraft {
  const adults = units.filter(({ type }) => type === 'ADULT' || type === 'SENIOR').map(({ key }) => key)
  return {
    ...newKeyed(),
    type: preset?.type ?? 'OTHER',
    name: preset?.name ?? '',
    ages: preset?.ages ?? { from: '', to: '' },
    people: preset?.people ?? '1',
    seats: preset?.seats ?? '1',
    least: '0',
    most: '',
    accompaniedBy: preset?.needsAdult ? adults : [],
    priceCents: preset?.share === 0 ? '0' : '',
  }
}

/** A further option: like the one given in who travels and at what price, with seats of its own. */
export function optionLike(model: OptionDraft | undefined): OptionDraft {
  return {
    ...newKeyed(),
    name: '',
    text: '',
    startTimes: [],
    runsAs: 'tour',
    runs: { kind: 'daily', rules: [], also: [], except: [] },
    capacityGroup: '',
    seats: model?.seats ?? '',
    sharesWith: '',
    leastPeople: '1',
    mostPeople: '',
    cutoff: { kind: 'tour', hoursBefore: '', daysBefore: '', time: '' },
    units: model?.units ?? [],
    pricedBy: 'unit',
    groupSteps: [],
    pickups: [],
  }
}

/** What is prefilled for a tour that has had one price for everyone. */
export function startOf(simple: { basePriceCents: number; maxPeople: number; timeZone: string }): SellingDraft {
  const adult = unitOf(UNIT_PRESETS[0], { units: [] })
  const standard = optionLike(undefined)
  return {
    timeZone: simple.timeZone,
    // With ids at once, so that this is the same each time.
    options: [
      {
        ...standard,
        key: 'standard',
        row: 'standard',
        name: 'Standard',
        seats: String(simple.maxPeople),
        units: [{ ...adult, key: 'adult', row: 'adult', priceCents: centsText(simple.basePriceCents) }],
      },
    ],
    extras: [],
    seasons: [],
    dayPrices: [],
    earlyBooking: [],
    lastMinute: [],
    groupDiscounts: [],
  }
}

/** The step that follows those of an option, for the people who are left. */
export function nextStep({ groupSteps, units }: OptionDraft) {
  const last = groupSteps.at(-1)
  const from = last ? typedWhole(last.to) + 1 : 1
  const adult = typedCents(units[0]?.priceCents ?? '')
  return { from: String(from), to: '', priceCents: last || Number.isNaN(adult) ? '' : centsText(adult) }
}

const MAX_LENGTH = 40
const NEW = /^new-[\da-f]{32}$/

/** Stands for the id of what has not been saved yet. */
export function newKeyed(): { key: string; row: string } {
  const key = `new-${randomKey()}`
  return { key, row: key }
}

function isNewKey(key: string): boolean {
  return NEW.test(key)
}

/** An id for something of this name, other than those taken: "Tour auf Deutsch" → "tour-auf-deutsch", then "tour-auf-deutsch-2". */
export function idOf(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\da-z]+/g, '-')
    .slice(0, MAX_LENGTH)
    .split('-')
    .filter((part) => part !== '')
    .join('-')
  const start = plain === '' ? 'item' : plain
  for (let number = 1; ; number++) {
    const end = number === 1 ? '' : `-${number}`
    const id = `${start.slice(0, MAX_LENGTH - end.length)}${end}`
    if (!taken.has(id)) return id
  }
}

/** Gives ids made from their names to what is new, everywhere it is referred to. What has been saved keeps its ids. */
export function withIds(selling: Selling): Selling {
  const optionIds = idsFor(selling.options)
  const unitIds = new Map(selling.options.map(({ id, units }) => [id, idsFor(units)]))
  const groupIds = idsFor(selling.capacityGroups.map(({ id }) => ({ id, name: optionIds.get(id) ?? id })))
  const extraIds = idsFor(selling.extras)
  const seasonIds = idsFor(selling.seasons)
  const of = (ids: ReadonlyMap<string, string> | undefined, id: string) => ids?.get(id) ?? id
  const priced = <Price extends { optionId: string; unitId: string }>(price: Price) => ({
    ...price,
    optionId: of(optionIds, price.optionId),
    unitId: of(unitIds.get(price.optionId), price.unitId),
  })
  return {
    ...selling,
    capacityGroups: selling.capacityGroups.map((group) => ({ ...group, id: of(groupIds, group.id) })),
    options: selling.options.map((option) => {
      const ids = unitIds.get(option.id)
      const pickupIds = idsFor(option.pickups.map(({ id, place }) => ({ id, name: place })))
      return {
        ...option,
        id: of(optionIds, option.id),
        capacityGroup: of(groupIds, option.capacityGroup),
        units: option.units.map((unit) => ({
          ...unit,
          id: of(ids, unit.id),
          accompaniedBy: unit.accompaniedBy.map((each) => of(ids, each)),
        })),
        pickups: option.pickups.map((pickup) => ({ ...pickup, id: of(pickupIds, pickup.id) })),
      }
    }),
    extras: selling.extras.map((extra) => ({
      ...extra,
      id: of(extraIds, extra.id),
      optionIds: extra.optionIds?.map((id) => of(optionIds, id)) ?? null,
    })),
    seasons: selling.seasons.map((season) => ({ ...season, id: of(seasonIds, season.id), prices: season.prices.map(priced) })),
    dayPrices: selling.dayPrices.map((day) => ({ ...day, prices: day.prices.map(priced) })),
  }
}

function idsFor(items: readonly { id: string; name: string }[]): Map<string, string> {
  const taken = new Set(items.filter(({ id }) => !isNewKey(id)).map(({ id }) => id))
  return new Map(
    items.map(({ id, name }) => {
      if (!isNewKey(id)) return [id, id]
      const made = idOf(name, taken)
      taken.add(made)
      return [id, made]
    }),
  )
}
