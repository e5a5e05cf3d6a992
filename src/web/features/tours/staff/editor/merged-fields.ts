import type { TourFieldName, TourFields } from '#shared/tours/staff.ts'
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

/** `selling` is changed on a page of its own. */
const NAMES: Record<TourFieldName | 'selling', string> = {
  name: 'the name',
  destination: 'the destination',
  duration: 'the duration',
  overview: 'the overview',
  tourType: 'the type',
  tags: 'the tags',
  termsAndConditions: 'the terms',
  basePrice: 'the price',
  currency: 'the currency',
  taxCategoryId: 'the tax category',
  maxPeople: 'the maximum group size',
  leastGroup: 'the minimum group size',
  refundPolicy: 'the refund policy',
  runs: 'the schedule',
  facts: 'the facts',
  saleEnd: 'the booking cut-off',
  images: 'the pictures',
  itinerary: 'the itinerary',
  selling: 'Options and prices',
}

/** "the price, the overview and the itinerary". */
export function fieldNames(fields: readonly string[]): string {
  const names = fields.map((field) => NAMES[field as keyof typeof NAMES] ?? field)
  return new Intl.ListFormat('en-GB').format(names)
}
