import { addDays, type Day } from '#shared/dates.ts'
import { bookingFiltersSchema, type BookingFilters } from '#shared/bookings/staff.ts'
import { rangeName, rangeOf } from './days.ts'

/** Filters as strings from the address; empty means unfiltered. */
export const NO_FILTERS = { search: '', kind: '', status: '', tour: '', travel: '', booked: '' }
export type ListFilters = typeof NO_FILTERS

const NAMES = Object.keys(NO_FILTERS) as (keyof ListFilters)[]

/** Invalid filters are ignored. */
export function filtersFrom(params: URLSearchParams): ListFilters {
  const filters = { ...NO_FILTERS }
  for (const name of NAMES) {
    const text = params.get(name)?.trim() ?? ''
    if (text !== '' && isPossible(name, text)) filters[name] = text
  }
  return filters
}

function isPossible(name: keyof ListFilters, text: string): boolean {
  if (name === 'travel' || name === 'booked') return rangeName(text) !== ''
  return bookingFiltersSchema.safeParse({ [name]: text }).success
}

/** "?status=pending", or empty without filters. */
export function addressOf(filters: ListFilters): string {
  const text = new URLSearchParams(NAMES.flatMap((name) => (filters[name] === '' ? [] : [[name, filters[name]]]))).toString()
  return text === '' ? '' : `?${text}`
}

/** Converts the filters for the server, resolving ranges relative to `today`. */
export function queryOf(filters: ListFilters, today: Day): BookingFilters {
  const { travel, booked, ...plain } = filters
  const { from, to } = rangeOf(travel, today)
  const { from: bookedFrom, to: bookedTo } = rangeOf(booked, today)
  const order = isAhead(from, to, today) ? 'soonest' : undefined
  const asked = Object.entries({ ...plain, from, to, bookedFrom, bookedTo, order }).filter(
    ([, value]) => value !== '' && value !== undefined,
  )
  return bookingFiltersSchema.parse(Object.fromEntries(asked))
}

/** Whether these days of travel are mostly to come; this week is, although some of it is over. */
function isAhead(from: Day | undefined, to: Day | undefined, today: Day): boolean {
  return from !== undefined && from > addDays(today, -7) && (to === undefined || to >= today)
}
