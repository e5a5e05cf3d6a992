import { TOUR_FIELD_NAMES, type TourFieldName, type TourFields } from '#shared/tours/staff.ts'
import type { SavedFields } from './tour-draft.ts'

export function differingFields(one: SavedFields, other: SavedFields): TourFieldName[] {
  const names = Object.keys(one) as TourFieldName[]
  return names.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
}

/**
 * Applies the user's changes on top of what others have saved: fields the user changed win, the rest are as saved. `disputed` lists the
 * fields both changed to different values.
 */
export function mergeFields(base: SavedFields, mine: TourFields, theirs: SavedFields): { fields: SavedFields; disputed: TourFieldName[] } {
  const changed = differingFields(base, mine)
  const own = Object.fromEntries(changed.map((name) => [name, mine[name]]))
  const changedByThem = new Set(differingFields(base, theirs))
  const differing = new Set(differingFields(mine, theirs))
  return { fields: { ...theirs, ...own }, disputed: changed.filter((name) => changedByThem.has(name) && differing.has(name)) }
}

/** "the price, the overview and the itinerary". */
export function fieldNames(fields: readonly string[]): string {
  const names = fields.map((field) => TOUR_FIELD_NAMES[field as keyof typeof TOUR_FIELD_NAMES] ?? field)
  return new Intl.ListFormat('en-GB').format(names)
}
