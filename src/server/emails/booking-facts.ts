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
  /** It was paid in cash or by transfer: what goes back, a person pays back. */
  isPaidOutside?: boolean
}

/** Returns only what the email needs, so that nothing else is stored with it. */
export function pickFacts(facts: BookingFacts): BookingFacts {
  const { id, kind = 'tour', reference, title, starts_on, total_cents, currency, customerName, siteUrl, isPaidOutside } = facts
  return { id, kind, reference, title, starts_on, total_cents, currency, customerName, siteUrl, ...(isPaidOutside && { isPaidOutside }) }
}

/** Returns the booking's price as it is written. */
export function totalText({ total_cents, currency }: BookingFacts): string {
  return formatMoney({ cents: total_cents, currency })
}

/** Returns the label for the day of a booking. */
export function dayLabel({ kind }: BookingFacts): string {
  return kind === 'vehicle' ? 'Moving date' : 'Travel date'
}

/** Returns the way of money that goes back, after its amount: "$20.00 …". */
export function wayBackText({ isPaidOutside }: BookingFacts): string {
  return isPaidOutside
    ? 'is paid back to you by us, in cash or to your bank account, within a few days. We ask you for what we need.'
    : 'goes back to the card you paid with. Banks usually show it within 5 to 10 days.'
}
