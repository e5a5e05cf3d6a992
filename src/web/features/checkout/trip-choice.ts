import { useEffect, useState } from 'react'
import { isDay, localToday, type Day } from '#shared/dates.ts'
import { MAX_GUESTS } from '#shared/payments/public.ts'
import { daySchema } from '#shared/day-schema.ts'
import { lastTravelDay, tooFarAhead } from '#shared/tours/travel-days.ts'
import { tabStore } from '#web/lib/tab-store.ts'

export const GUEST_KINDS = ['adults', 'children', 'infants'] as const
export type GuestKind = (typeof GUEST_KINDS)[number]

/** Who travels and when (specification §3). */
export type TripChoice = Record<GuestKind, number> & { date: Day }

/** Placeholder for an impossible date such as 30 February, which the field cannot hold but its error can report. */
export const NO_SUCH_DAY = 'no such day'

/** One adult, today, as specified. */
export function defaultChoice(today: Day): TripChoice {
  return { adults: 1, children: 0, infants: 0, date: today }
}

export function totalGuests(choice: TripChoice): number {
  return choice.adults + choice.children + choice.infants
}

/** Adds or removes a guest, but not below 0 (specification §4) or above the checkout's maximum. */
export function withGuest(choice: TripChoice, kind: GuestKind, step: 1 | -1): TripChoice {
  if (totalGuests(choice) + step > MAX_GUESTS) return choice
  return { ...choice, [kind]: Math.max(0, choice[kind] + step) }
}

/** The error for a departure date (specification §5); undefined if it is valid. */
export function departureError(date: string, today: Day = localToday()): string | undefined {
  if (date === '') return 'Please choose a departure date'
  const checked = daySchema.safeParse(date)
  if (!checked.success) return checked.error.issues[0]?.message
  return date < today ? 'Please choose today or a later date' : tooFarAhead(date, today)
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0

/** Restores a kept choice; invalid records, and days no longer on sale, fall back to the defaults. */
export function restoreChoice(kept: unknown, today: Day): TripChoice {
  const fallback = defaultChoice(today)
  if (typeof kept !== 'object' || kept === null) return fallback
  const { adults, children, infants, date } = kept as Record<string, unknown>
  if (!isCount(adults) || !isCount(children) || !isCount(infants)) return fallback
  const isOnSale = typeof date === 'string' && isDay(date) && date >= today && date <= lastTravelDay(today)
  return { adults, children, infants, date: isOnSale ? date : today }
}

const storeOf = (tourId: string) => tabStore(`trip-choice:${tourId}`, (kept) => restoreChoice(kept, localToday()))

function loadChoice(tourId: string): TripChoice {
  return storeOf(tourId).find() ?? defaultChoice(localToday())
}

/** Keeps the choice across the visit to the hosted checkout. */
function keepChoice(tourId: string, choice: TripChoice): void {
  storeOf(tourId).keep(choice)
}

const askedStoreOf = (tourId: string) => tabStore(`trip-asked:${tourId}`, (kept) => (typeof kept === 'string' ? kept : undefined))

/** What an address asks for, as one text; empty if nothing. */
function askedBy(query: URLSearchParams): string {
  return ['date', 'guests']
    .map((name) => query.get(name) ?? '')
    .join(' ')
    .trim()
}

/** The initial choice: what the address asks for (`date`, `guests`) until `keepAsked` is called, and after that what was chosen here. */
function firstChoice(tourId: string, query: URLSearchParams): TripChoice {
  const kept = loadChoice(tourId)
  const asked = askedBy(query)
  return asked === '' || askedStoreOf(tourId).find() === asked ? kept : choiceAskedFor(query, kept)
}

/** Records that the address's choice has been applied, which happens only once. */
function keepAsked(tourId: string, query: URLSearchParams): void {
  const asked = askedBy(query)
  if (asked !== '') askedStoreOf(tourId).keep(asked)
}

/**
 * Applies the date and guests of an address. An unavailable day is applied too: its field then shows the error, and no one books a
 * different day without noticing.
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

/** Guests and departure date for a tour, kept across the visit to the hosted checkout. `query` is the address's. */
export function useTripChoice(tourId: string, query: URLSearchParams) {
  const [choice, setChoice] = useState(() => firstChoice(tourId, query))
  const asked = askedBy(query)
  const [applied, setApplied] = useState(asked)
  // Another address for the tour that is already on screen.
  if (asked !== applied) {
    setApplied(asked)
    setChoice(firstChoice(tourId, query))
  }
  // In an effect, because React may discard and repeat a render.
  useEffect(() => keepAsked(tourId, query), [tourId, query])
  useEffect(() => keepChoice(tourId, choice), [tourId, choice])
  return {
    choice,
    guests: totalGuests(choice),
    setDate: (date: string) => setChoice((current) => ({ ...current, date })),
    changeGuests: (kind: GuestKind, step: 1 | -1) => setChoice((current) => withGuest(current, kind, step)),
  }
}

export type Trip = ReturnType<typeof useTripChoice>
