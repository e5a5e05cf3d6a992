import { isDay, localToday, type Day } from '#shared/dates.ts'
import { MAX_GUESTS } from '#shared/payments/public.ts'
import { daySchema } from '#shared/day-schema.ts'
import { lastTravelDay, tooFarAhead } from '#shared/tours/travel-days.ts'
import { tabStore } from '#web/lib/tab-store.ts'

export const GUEST_KINDS = ['adults', 'children', 'infants'] as const
export type GuestKind = (typeof GUEST_KINDS)[number]

/** Who travels and when, before anyone pays (specification §3). */
export type TripChoice = Record<GuestKind, number> & { date: Day }

/** Stands for what was asked for or typed and is no day, such as 30 February: the field cannot hold it, but its error tells. */
export const NO_SUCH_DAY = 'no such day'

/** Returns the specified defaults: one adult, today. */
export function defaultChoice(today: Day): TripChoice {
  return { adults: 1, children: 0, infants: 0, date: today }
}

export function totalGuests(choice: TripChoice): number {
  return choice.adults + choice.children + choice.infants
}

/** Returns the choice with one guest more or fewer; never below 0 (specification §4) or above what a checkout accepts. */
export function withGuest(choice: TripChoice, kind: GuestKind, step: 1 | -1): TripChoice {
  if (totalGuests(choice) + step > MAX_GUESTS) return choice
  return { ...choice, [kind]: Math.max(0, choice[kind] + step) }
}

/** Returns what is wrong with a departure date (specification §5); undefined when nothing is. */
export function departureError(date: string, today: Day = localToday()): string | undefined {
  if (date === '') return 'Please choose a departure date'
  const checked = daySchema.safeParse(date)
  if (!checked.success) return checked.error.issues[0]?.message
  return date < today ? 'Please choose today or a later date' : tooFarAhead(date, today)
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0

/** Returns the choice of an earlier visit; a day that is not on sale, or a spoilt record, falls back to the defaults. */
export function restoreChoice(kept: unknown, today: Day): TripChoice {
  const fallback = defaultChoice(today)
  if (typeof kept !== 'object' || kept === null) return fallback
  const { adults, children, infants, date } = kept as Record<string, unknown>
  if (!isCount(adults) || !isCount(children) || !isCount(infants)) return fallback
  const isOnSale = typeof date === 'string' && isDay(date) && date >= today && date <= lastTravelDay(today)
  return { adults, children, infants, date: isOnSale ? date : today }
}

const storeOf = (tourId: string) => tabStore(`trip-choice:${tourId}`, (kept) => restoreChoice(kept, localToday()))

/** Returns the choice that this tab has kept for a tour. */
function loadChoice(tourId: string): TripChoice {
  return storeOf(tourId).find() ?? defaultChoice(localToday())
}

/** Keeps the choice for the way to the hosted checkout and back. */
export function keepChoice(tourId: string, choice: TripChoice): void {
  storeOf(tourId).keep(choice)
}

const askedStoreOf = (tourId: string) => tabStore(`trip-asked:${tourId}`, (kept) => (typeof kept === 'string' ? kept : undefined))

function askedBy(query: URLSearchParams): string {
  return ['date', 'guests']
    .map((name) => query.get(name) ?? '')
    .join(' ')
    .trim()
}

/**
 * Returns the choice to begin with: what the address asks for (`date`, `guests`), until `keepAsked`; afterwards what was chosen here.
 */
export function firstChoice(tourId: string, query: URLSearchParams): TripChoice {
  const kept = loadChoice(tourId)
  const asked = askedBy(query)
  return asked === '' || askedStoreOf(tourId).find() === asked ? kept : choiceAskedFor(query, kept)
}

/** Notes that what the address asks for has been shown: it counts once. */
export function keepAsked(tourId: string, query: URLSearchParams): void {
  const asked = askedBy(query)
  if (asked !== '') askedStoreOf(tourId).keep(asked)
}

/**
 * Returns a choice with the day and the guests that an address asks for. A day that cannot be had is taken over too: its field says why, and
 * nobody books another day unawares.
 */
export function choiceAskedFor(query: URLSearchParams, choice: TripChoice): TripChoice {
  const date = query.get('date') ?? ''
  const guests = Number(query.get('guests') ?? 0)
  return {
    ...choice,
    ...(date !== '' && { date: isDay(date) ? date : NO_SUCH_DAY }),
    ...(isCount(guests) && guests > 0 && guests <= MAX_GUESTS && { adults: guests, children: 0, infants: 0 }),
  }
}
