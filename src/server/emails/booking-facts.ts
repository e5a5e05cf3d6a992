import type { Day } from '#shared/dates.ts'
import { formatMoney, type Currency } from '#shared/money.ts'

/** The facts that an email about a booking shows. */
export interface BookingFacts {
  id: string
  /** Missing in emails queued before vehicle bookings existed: those are about tours. */
  kind?: 'tour' | 'vehicle'
  reference: string
  title: string
  starts_on: Day
  total_cents: number
  currency: Currency
  /** Null: greeted without it (greeting.ts). */
  customerName: string | null
  /** The site's address, without a trailing slash. */
  siteUrl: string
}

/** Returns only what the email needs, so that nothing else is stored with it. */
export function pickFacts(facts: BookingFacts): BookingFacts {
  const { id, kind = 'tour', reference, title, starts_on, total_cents, currency, customerName, siteUrl } = facts
  return { id, kind, reference, title, starts_on, total_cents, currency, customerName, siteUrl }
}

/** Returns the booking's price as it is written. */
export function totalText({ total_cents, currency }: BookingFacts): string {
  return formatMoney({ cents: total_cents, currency })
}

/** Returns the label for the day of a booking. */
export function dayLabel({ kind }: BookingFacts): string {
  return kind === 'vehicle' ? 'Moving date' : 'Travel date'
}
