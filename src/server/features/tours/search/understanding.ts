import type { Day } from '#shared/dates.ts'
import type { SearchUnderstood } from '#shared/tours/public.ts'
import { isOnSale, spansOf } from './conditions.ts'
import type { TourSearch } from './search-text.ts'

/** Returns the days and the group size that a search asks for, so that the page can say so; undefined if it asks for neither. */
export function understoodOf(asked: TourSearch, today: Day): SearchUnderstood | undefined {
  const days = daysOf(asked, today)
  const { guests } = asked
  return days || guests !== undefined ? { ...days, ...(guests !== undefined && { guests }) } : undefined
}

function daysOf(asked: TourSearch, today: Day): { from: Day; to: Day } | undefined {
  if (!isOnSale(asked, today)) return undefined
  const { day } = asked
  if (day !== undefined) return { from: day, to: day }
  const [first] = spansOf(asked, today)
  return first && { from: first.first, to: first.last }
}
