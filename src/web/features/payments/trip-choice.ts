import { isDay, localToday, type Day } from '#shared/dates.ts'
import { MAX_GUESTS } from '#shared/payments.ts'
import { daySchema } from '#shared/tours.ts'

export const GUEST_KINDS = ['adults', 'children', 'infants'] as const
export type GuestKind = (typeof GUEST_KINDS)[number]

/** Who travels and when, before anyone pays (specification §3). */
export type TripChoice = Record<GuestKind, number> & { date: Day }

/** The specified defaults: one adult, today. */
export function defaultChoice(today: Day): TripChoice {
  return { adults: 1, children: 0, infants: 0, date: today }
}

export function totalGuests(choice: TripChoice): number {
  return choice.adults + choice.children + choice.infants
}

/** One more or one fewer; never below 0 (specification §4), and never more than a checkout takes. */
export function withGuest(choice: TripChoice, kind: GuestKind, step: 1 | -1): TripChoice {
  if (totalGuests(choice) + step > MAX_GUESTS) return choice
  return { ...choice, [kind]: Math.max(0, choice[kind] + step) }
}

/** What is wrong with a departure date, if anything (specification §5). */
export function departureError(date: string, today: Day = localToday()): string | undefined {
  if (date === '') return 'Please choose a departure date'
  const checked = daySchema.safeParse(date)
  if (!checked.success) return checked.error.issues[0]?.message
  return date < today ? 'Please choose today or a later date' : undefined
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0

/** What an earlier visit left behind; a day that is over, or a spoiled record, falls back to the defaults. */
export function restoreChoice(stored: string | null, today: Day): TripChoice {
  const fallback = defaultChoice(today)
  if (stored === null) return fallback
  try {
    const { adults, children, infants, date } = JSON.parse(stored) as Record<string, unknown>
    if (!isCount(adults) || !isCount(children) || !isCount(infants)) return fallback
    const isStillOpen = typeof date === 'string' && isDay(date) && date >= today
    return { adults, children, infants, date: isStillOpen ? date : today }
  } catch {
    return fallback
  }
}

const storageKey = (tourId: string) => `trip-choice:${tourId}`

/** Reads the choice for a tour from this tab's storage, which may be switched off. */
export function loadChoice(tourId: string): TripChoice {
  const today = localToday()
  try {
    return restoreChoice(sessionStorage.getItem(storageKey(tourId)), today)
  } catch {
    return defaultChoice(today)
  }
}

/** Keeps the choice for the way to the card page and back. */
export function keepChoice(tourId: string, choice: TripChoice): void {
  try {
    sessionStorage.setItem(storageKey(tourId), JSON.stringify(choice))
  } catch {
    // Storage that is full or switched off only costs the convenience.
  }
}
