import type { Day } from '#shared/dates.ts'
import { formatMoney, type Currency } from '#shared/money.ts'

/** What the mails about a booking tell of it. */
export interface BookingFacts {
  id: string
  /** Mails queued before there were vehicle bookings have none: a tour. */
  kind?: 'tour' | 'vehicle'
  reference: string
  title: string
  starts_on: Day
  total_cents: number
  currency: Currency
  customerName: string
  /** The site's address, without a slash at the end. */
  siteUrl: string
}

/** Only what the mail needs, so that nothing else is stored with it. */
export function pickFacts(facts: BookingFacts): BookingFacts {
  const { id, kind = 'tour', reference, title, starts_on, total_cents, currency, customerName, siteUrl } = facts
  return { id, kind, reference, title, starts_on, total_cents, currency, customerName, siteUrl }
}

/** Returns the booking's price as it is written. */
export function totalText({ total_cents, currency }: BookingFacts): string {
  return formatMoney({ cents: total_cents, currency })
}

/** What the day of a booking is called. */
export function dayLabel({ kind }: BookingFacts): string {
  return kind === 'vehicle' ? 'Moving date' : 'Travel date'
}
