import type { Issue } from '#shared/errors.ts'
import { sellingFaults } from '#shared/tours/offers/selling-faults.ts'
import { sellingSchema, type Selling } from '#shared/tours/offers/selling-schema.ts'
import { typedWhole } from '#shared/typed-numbers.ts'
import { withReadings } from '#web/lib/amounts.ts'
import type { Checked } from '#web/lib/form-issues.ts'
import { withIds } from './new-entries.ts'
import { ownerOf, sellingOf, type Keyed, type SellingDraft } from './selling-draft.ts'

/** Returns what to send, or the errors by the draft's own paths. */
export function checkSelling(draft: SellingDraft): Checked<Selling> {
  const checked = sellingSchema.safeParse(withIds(sellingOf(draft)))
  const issues = checked.success
    ? [...sellingFaults(checked.data), ...lostExtras(checked.data)]
    : checked.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message }))
  if (checked.success && issues.length === 0) return checked
  return withReadings({ success: false, error: { issues: issues.map((issue) => toDraftIssue(draft, issue)) } }, draft, /\.priceCents$/)
}

/** An extra that goes with no option would never be sold. */
function lostExtras({ extras }: Selling): Issue[] {
  return extras.flatMap(({ optionIds }, at) =>
    optionIds?.length === 0 ? [{ path: `extras.${at}.optionIds`, message: 'Please choose an option' }] : [],
  )
}

/** The issue at the field that is typed into: seats belong to an option, and a price to the change by which it is given. */
export function toDraftIssue(draft: SellingDraft, { path, message }: Issue): Issue {
  const [list = '', at = '', part = '', ...rest] = path.split('.')
  if (list === 'capacityGroups') {
    const owners = draft.options.flatMap((option, index) => (ownerOf(draft.options, option) === option ? [index] : []))
    return { path: `options.${owners[Number(at)] ?? 0}.seats`, message: part === 'seats' ? 'Please enter the number of seats' : message }
  }
  if (list !== 'options') return { path, message }
  const option = draft.options[Number(at)]
  const place = `options.${at}`
  if (part === 'capacityGroup') return { path: `${place}.seats`, message }
  if (part === 'cutoff') return cutoffIssue(place, option?.cutoff)
  if (part === 'startTimes' && rest[1] === 'minutes') return { path, message: 'Please enter a duration such as 2:30' }
  if (part === 'startTimes' && rest.length === 0) return { path: `${place}.startTimes.0.time`, message }
  if (part === 'groupSteps' && rest[1] === 'from') return { path: [place, part, rest[0], 'to'].join('.'), message }
  if (part === 'units' && rest[1] === 'accompaniedBy') return { path: [place, part, rest[0], 'accompaniedBy'].join('.'), message }
  if (part === 'units' && rest[1] === 'id') return { path: [place, part, rest[0], 'name'].join('.'), message }
  return { path, message }
}

function cutoffIssue(place: string, cutoff: SellingDraft['options'][number]['cutoff'] | undefined): Issue {
  if (cutoff?.kind !== 'day') return { path: `${place}.cutoff.hoursBefore`, message: 'Please enter a whole number of hours from 0 to 720' }
  const days = typedWhole(cutoff.daysBefore)
  const hasDays = days >= 0 && days <= 30
  return hasDays
    ? { path: `${place}.cutoff.time`, message: 'Please enter a time' }
    : { path: `${place}.cutoff.daysBefore`, message: 'Please enter a whole number of days from 0 to 30' }
}

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

/** What has been saved, in the rows in which it was typed: they keep the focus and stay open. */
export function sameRows(saved: SellingDraft, typed: SellingDraft): SellingDraft {
  return {
    ...saved,
    options: inRows(saved.options, typed.options).map((option, at) => ({
      ...option,
      units: inRows(option.units, typed.options[at]?.units ?? []),
      pickups: inRows(option.pickups, typed.options[at]?.pickups ?? []),
    })),
    extras: inRows(saved.extras, typed.extras),
    seasons: inRows(saved.seasons, typed.seasons),
    dayPrices: inRows(saved.dayPrices, typed.dayPrices),
  }
}

function inRows<Item extends Keyed>(items: readonly Item[], rows: readonly Keyed[]): Item[] {
  return items.map((item, at) => ({ ...item, row: rows[at]?.row ?? item.row }))
}
