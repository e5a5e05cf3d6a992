import { bookingFiltersSchema, type BookingFilters } from '#shared/bookings/staff.ts'
import { addDays, type Day, longDay, shortDay } from '#shared/dates.ts'
import { daySchema } from '#shared/day-schema.ts'

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
export function queryFrom(filters: ListFilters, today: Day): BookingFilters {
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

/** Both ends are inclusive; either may be open. */
export type DayRange = { from?: Day | undefined; to?: Day | undefined }

type Named = { name: string; range: (today: Day) => DayRange }

const around = (first: number, last: number) => (today: Day) => ({ from: addDays(today, first), to: addDays(today, last) })

/** Ranges relative to today, so that a saved filter still makes sense next week. */
const NAMED: Record<string, Named> = {
  today: { name: 'Today', range: around(0, 0) },
  tomorrow: { name: 'Tomorrow', range: around(1, 1) },
  'this-week': { name: 'This week', range: weekOf },
  'next-30-days': { name: 'Next 30 days', range: around(0, 29) },
  'last-7-days': { name: 'Last 7 days', range: around(-6, 0) },
  'last-30-days': { name: 'Last 30 days', range: around(-29, 0) },
}

const SEPARATOR = '..'

export const TRAVEL_RANGES = ['today', 'tomorrow', 'this-week', 'next-30-days', 'last-30-days'] as const
export const BOOKED_RANGES = ['today', 'this-week', 'last-7-days', 'last-30-days'] as const

/** From Monday to Sunday. */
function weekOf(day: Day): DayRange {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7
  return around(-sinceMonday, 6 - sinceMonday)(day)
}

/** Parses a named range, or two dates such as `2027-03-01..2027-03-07`; empty for anything else. */
export function rangeOf(text: string, today: Day): DayRange {
  const named = Object.hasOwn(NAMED, text) ? NAMED[text] : undefined
  if (named) return named.range(today)
  const ends = text.split(SEPARATOR)
  if (ends.length !== 2) return {}
  const [from, to] = ends.map((end) => (daySchema.safeParse(end).success ? end : undefined))
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

/** The range as it appears in the address; empty if open at both ends. */
export function rangeText({ from = '', to = '' }: DayRange): string {
  return from === '' && to === '' ? '' : `${from}${SEPARATOR}${to}`
}

/** "This week", "1 Mar – 7 Mar 2027", "since 1 Mar 2027". */
export function rangeName(text: string): string {
  const named = Object.hasOwn(NAMED, text) ? NAMED[text] : undefined
  if (named) return named.name
  const { from, to } = rangeOf(text, '')
  if (from !== undefined && to !== undefined) {
    return from === to ? longDay(from) : `${from.slice(0, 4) === to.slice(0, 4) ? shortDay(from) : longDay(from)} – ${longDay(to)}`
  }
  if (from !== undefined) return `since ${longDay(from)}`
  return to === undefined ? '' : `until ${longDay(to)}`
}
