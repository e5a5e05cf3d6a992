import { isDay, localToday, type Day } from '#shared/dates.ts'
import { MAX_GUESTS } from '#shared/payments.ts'
import { daySchema } from '#shared/tours.ts'
import { lastTravelDay, tooFarAhead } from '#shared/travel-days.ts'
import { tabStore } from '#web/lib/tab-store.ts'

export const GUEST_KINDS = ['adults', 'children', 'infants'] as const
export type GuestKind = (typeof GUEST_KINDS)[number]

/** Who travels and when, before anyone pays (specification §3). */
export type TripChoice = Record<GuestKind, number> & { date: Day }

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
export function loadChoice(tourId: string): TripChoice {
  return storeOf(tourId).find() ?? defaultChoice(localToday())
}

/** Keeps the choice for the way to the hosted checkout and back. */
export function keepChoice(tourId: string, choice: TripChoice): void {
  storeOf(tourId).keep(choice)
}

const askedStoreOf = (tourId: string) => tabStore(`trip-asked:${tourId}`, (kept) => (typeof kept === 'string' ? kept : undefined))

/**
 * Returns the choice to begin with: what the address asks for (`date`, `guests`), the first time that it does; afterwards what was
 * chosen here.
 */
export function firstChoice(tourId: string, query: URLSearchParams, today: Day = localToday()): TripChoice {
  const kept = loadChoice(tourId)
  const asked = ['date', 'guests']
    .map((name) => query.get(name) ?? '')
    .join(' ')
    .trim()
  if (asked === '' || askedStoreOf(tourId).find() === asked) return kept
  askedStoreOf(tourId).keep(asked)
  return choiceAskedFor(query, kept, today)
}

/** Returns a choice with the day and the guests that an address asks for, where they can be had. */
export function choiceAskedFor(query: URLSearchParams, choice: TripChoice, today: Day): TripChoice {
  const date = query.get('date') ?? ''
  const guests = Number(query.get('guests') ?? 0)
  return {
    ...choice,
    ...(departureError(date, today) === undefined && { date }),
    ...(isCount(guests) && guests > 0 && guests <= MAX_GUESTS && { adults: guests, children: 0, infants: 0 }),
  }
}
