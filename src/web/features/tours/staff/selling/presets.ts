import type { SellingUnit } from '#shared/tours/offers/selling-schema.ts'
import { typedCents, typedWhole } from '#shared/typed-numbers.ts'
import { newKeyed } from './ids.ts'
import type { OptionDraft, SellingDraft, UnitDraft } from './selling-draft.ts'
import { centsText } from './typed-values.ts'

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

/** What is prefilled for a tour that has had one price for everybody. */
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
