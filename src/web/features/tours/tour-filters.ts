import { isDay, longDay } from '#shared/dates.ts'
import { withoutParts } from '#shared/tours/search-parts.ts'

export const DESTINATIONS = ['USA', 'France', 'Japan', 'Bali'] as const

export const ACTIVITIES = [
  { value: 'hiking', label: 'Hiking' },
  { value: 'beach', label: 'Beach' },
  { value: 'city-tour', label: 'City Tour' },
] as const
export type Activity = (typeof ACTIVITIES)[number]['value']

export const GUEST_OPTIONS = ['1 Guest', '2 Guests', '3 Guests'] as const

/** What a visitor is looking for (specification §2). `text` is the free text of the header's search overlay. */
export type TourFilters = {
  text: string
  destination: string
  activity: string
  date: string
  duration: string
  guests: string
}

export const NO_FILTERS: TourFilters = { text: '', destination: '', activity: '', date: '', duration: '', guests: '' }

export function isSame(a: TourFilters, b: TourFilters): boolean {
  return (Object.keys(NO_FILTERS) as (keyof TourFilters)[]).every((field) => a[field] === b[field])
}

/** The server refuses longer searches (`listToursQuerySchema`). */
export const MAX_SEARCH_LENGTH = 200

/**
 * Returns the `search` of GET /tours/view_all: destination, activity, duration followed by the word "days", guests label
 * and date, joined by spaces (specification §7), after the free text if there is any.
 */
export function buildSearchText(filters: TourFilters): string {
  const duration = filters.duration.trim()
  return [
    filters.text.trim(),
    filters.destination,
    filters.activity,
    duration === '' ? '' : `${duration} days`,
    filters.guests,
    filters.date,
  ]
    .filter((part) => part !== '')
    .join(' ')
    .slice(0, MAX_SEARCH_LENGTH)
}

const known = (value: string | null, allowed: readonly string[]) => (value !== null && allowed.includes(value) ? value : '')

/** Returns the filters that an address carries; anything that is not one of our choices is left out. */
export function filtersFromParams(params: URLSearchParams): TourFilters {
  const date = params.get('date') ?? ''
  return {
    text: params.get('search')?.trim() ?? '',
    destination: known(params.get('destination'), DESTINATIONS),
    activity: known(
      params.get('activity'),
      ACTIVITIES.map(({ value }) => value),
    ),
    date: isDay(date) ? date : '',
    duration: params.get('duration') ?? '',
    guests: known(params.get('guests'), GUEST_OPTIONS),
  }
}

/** Returns the address's query for these filters: only those that are set. */
export function paramsFromFilters(filters: TourFilters): URLSearchParams {
  const { text, ...rest } = filters
  const entries = Object.entries({ search: text, ...rest }).filter(([, value]) => value.trim() !== '')
  return new URLSearchParams(entries)
}

/**
 * Returns the query by which a tour's page learns of the chosen date and guests: "?date=2026-12-24&guests=2"; empty without both.
 * `seats`: for how many more the results were narrowed, or empty.
 */
export function tripQuery({ date, guests }: Pick<TourFilters, 'date' | 'guests'>, seats = ''): string {
  const query = new URLSearchParams()
  const group = seats === '' ? guests : seats
  if (date !== '') query.set('date', date)
  if (group !== '') query.set('guests', String(Number.parseInt(group, 10)))
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** Returns what is looked for in a few words: "Japan · City Tour · 24 Dec 2026 · 2 Guests". */
export function filtersInWords(filters: TourFilters): string {
  const duration = filters.duration.trim()
  return [
    filters.text,
    filters.destination,
    ACTIVITIES.find(({ value }) => value === filters.activity)?.label ?? '',
    duration === '' ? '' : `${duration} ${duration === '1' ? 'day' : 'days'}`,
    filters.date === '' ? '' : longDay(filters.date),
    filters.guests,
  ]
    .filter((part) => part !== '')
    .join(' · ')
}

/** Returns the filters for tours of any length: without the Duration and these parts of the free text. */
export function ofAnyLength(filters: TourFilters, lengthParts: readonly string[]): TourFilters {
  return { ...filters, text: withoutParts(filters.text, lengthParts), duration: '' }
}
