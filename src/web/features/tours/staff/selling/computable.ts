import { sellingSchema, type Selling } from '#shared/tours/offers/selling-schema.ts'
import type { SellingDraft } from './selling-draft.ts'
import { sellingOf } from './selling-of.ts'

/** A unit without a price goes first, then an option without units. */
const ROUNDS = 3

type Computable = { selling: Selling; /** Whether something is left out. */ isPartial: boolean }

/**
 * What is typed, with the keys for ids, to compute with meanwhile: without the entries that are incomplete or wrong. Undefined if no option is
 * left.
 */
export function computable(draft: SellingDraft): Computable | undefined {
  let selling = sellingOf(named(draft))
  for (let round = 0; round < ROUNDS; round++) {
    const checked = sellingSchema.safeParse(selling)
    if (checked.success) return { selling: checked.data, isPartial: round > 0 }
    selling = without(selling, new Set(checked.error.issues.map(({ path }) => entryOf(path))))
  }
  return undefined
}

/** The shortest entry that can be left out: "extras.0", or "options.1.units.2". */
function entryOf([list, at, part, index]: readonly PropertyKey[]): string {
  const isWithin = list === 'options' && typeof part === 'string' && WITHIN.has(part) && index !== undefined
  return (isWithin ? [list, at, part, index] : [list, at]).map(String).join('.')
}

const WITHIN = new Set(['units', 'startTimes', 'groupSteps', 'pickups'])

function without(selling: Selling, left: ReadonlySet<string>): Selling {
  const kept = <Item>(items: readonly Item[], path: string) => items.filter((_, at) => !left.has(`${path}.${at}`))
  return {
    ...selling,
    timeZone: left.has('timeZone') ? 'UTC' : selling.timeZone,
    // Seats are not computed with.
    capacityGroups: selling.capacityGroups.map((group, at) => (left.has(`capacityGroups.${at}`) ? { ...group, seats: 1 } : group)),
    options: selling.options.flatMap((option, at) => {
      const path = `options.${at}`
      if (left.has(path)) return []
      return [
        {
          ...option,
          units: kept(option.units, `${path}.units`),
          startTimes: kept(option.startTimes, `${path}.startTimes`),
          groupSteps: option.groupSteps && kept(option.groupSteps, `${path}.groupSteps`),
          pickups: kept(option.pickups, `${path}.pickups`),
        },
      ]
    }),
    extras: kept(selling.extras, 'extras'),
    seasons: kept(selling.seasons, 'seasons'),
    dayPrices: kept(selling.dayPrices, 'dayPrices'),
    earlyBooking: kept(selling.earlyBooking, 'earlyBooking'),
    lastMinute: kept(selling.lastMinute, 'lastMinute'),
    groupDiscounts: kept(selling.groupDiscounts, 'groupDiscounts'),
  }
}

/** A price can be tried before everything has a name. */
function named(draft: SellingDraft): SellingDraft {
  const name = <Item extends { name: string }>(items: readonly Item[], kind: string) =>
    items.map((item, at) => ({ ...item, name: item.name.trim() || `${kind} ${at + 1}` }))
  return {
    ...draft,
    options: name(draft.options, 'Option').map((option) => ({ ...option, units: name(option.units, 'Traveller') })),
    extras: name(draft.extras, 'Extra'),
    seasons: name(draft.seasons, 'Season'),
  }
}
