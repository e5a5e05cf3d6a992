import { isDay, longDay, shortDay } from '#shared/dates.ts'
import { SPECIFIED_DESTINATIONS } from '#shared/tours/choices.ts'
import type { SearchUnderstood } from '#shared/tours/public.ts'
import { withoutParts } from '#shared/tours/search-parts.ts'

/** What a server understood of the free text; any part may be missing. */
type Understood = { [Part in keyof SearchUnderstood]: SearchUnderstood[Part] | undefined }

export const ACTIVITIES = [
  { value: 'hiking', label: 'Hiking' },
  { value: 'beach', label: 'Beach' },
  { value: 'city-tour', label: 'City Tour' },
] as const
export type Activity = (typeof ACTIVITIES)[number]['value']

/** Specification §2. `text` is the free text from the header's search overlay. */
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

/** Longer searches are refused by the server (`listToursQuerySchema`). */
export const MAX_SEARCH_LENGTH = 200

/**
 * Returns the `search` parameter of GET /tours/view_all: destination, activity, duration followed by the word "days", guests label and
 * date, joined by spaces (specification §7), after any free text.
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

/**
 * Reads the filters from an address, ignoring an activity, day or group that cannot be. Which destinations are on sale is known only later,
 * so any is searched for.
 */
export function filtersFromParams(params: URLSearchParams): TourFilters {
  const date = params.get('date') ?? ''
  return {
    text: params.get('search')?.trim() ?? '',
    destination: (params.get('destination') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
    activity: known(
      params.get('activity'),
      ACTIVITIES.map(({ value }) => value),
    ),
    date: isDay(date) ? date : '',
    duration: params.get('duration') ?? '',
    guests: guestsIn(params.get('guests') ?? ''),
  }
}

export function paramsFromFilters(filters: TourFilters): URLSearchParams {
  const { text, ...rest } = filters
  const entries = Object.entries({ search: text, ...rest }).filter(([, value]) => value.trim() !== '')
  return new URLSearchParams(entries)
}

/**
 * Query that passes the chosen date and guests to a tour's page, such as "?date=2026-12-24&guests=2"; empty without both. `seats` is the
 * number of seats the results were narrowed to, or empty. What was typed instead of chosen counts as it was `understood`.
 */
export function tripQuery({ date, guests }: Pick<TourFilters, 'date' | 'guests'>, seats = '', understood: Understood = {}): string {
  const query = new URLSearchParams()
  const group = [seats, guests, String(understood.guests ?? '')].find((each) => each !== '') ?? ''
  const day = date === '' && understood.from === understood.to ? (understood.from ?? '') : date
  if (day !== '') query.set('date', day)
  if (group !== '') query.set('guests', String(Number.parseInt(group, 10)))
  return query.size === 0 ? '' : `?${query.toString()}`
}

/** "free on 24 Dec 2026 for 3 people": what the words of a search were understood to mean; empty if they ask for no day or group. */
export function understoodInWords({ from, to, guests }: Understood): string {
  const people = guests === undefined ? '' : `for ${guests === 1 ? '1 person' : `${guests} people`}`
  if (from === undefined || to === undefined) return people
  const start = from.slice(0, 4) === to.slice(0, 4) ? shortDay(from) : longDay(from)
  return `available on ${from === to ? longDay(to) : `a day from ${start} to ${longDay(to)}`} ${people}`.trim()
}

/** "Japan · City Tour · 24 Dec 2026 · 2 Guests". */
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

/** Removes the duration, and these parts of the free text, from the filters. */
export function ofAnyLength(filters: TourFilters, lengthParts: readonly string[]): TourFilters {
  return { ...filters, text: withoutParts(filters.text, lengthParts), duration: '' }
}

/** Specification §2. */
const SPECIFIED_GROUPS = [1, 2, 3]
const LARGER_GROUPS = [4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200, 300, 500, 750]
/** No tour takes more (`MAX_SEATS`). */
const LARGEST_GROUP = 1000

/** The specified destinations, then those on sale; and the one chosen, which may be on sale no longer. */
export function destinationChoices(destinations: readonly string[], chosen: string): string[] {
  return withChosen([...new Set([...SPECIFIED_DESTINATIONS, ...destinations])], chosen)
}

/** The specified group sizes, then larger ones up to the largest on sale; and the one chosen. */
export function guestChoices(largestGroup: number, chosen: string): string[] {
  const larger = LARGER_GROUPS.filter((size) => size < largestGroup)
  const isLarger = largestGroup > Math.max(...SPECIFIED_GROUPS)
  return withChosen([...SPECIFIED_GROUPS, ...larger, ...(isLarger ? [largestGroup] : [])].map(guestsLabel), chosen)
}

/** Returns "8 Guests" for a group that a tour could take, else an empty text. */
export function guestsIn(text: string): string {
  const [, size] = /^(\d{1,4}) Guests?$/.exec(text) ?? []
  return Number(size) >= 1 && Number(size) <= LARGEST_GROUP ? guestsLabel(Number(size)) : ''
}

function guestsLabel(size: number): string {
  return size === 1 ? '1 Guest' : `${size} Guests`
}

function withChosen(choices: string[], chosen: string): string[] {
  return chosen === '' || choices.includes(chosen) ? choices : [...choices, chosen]
}
