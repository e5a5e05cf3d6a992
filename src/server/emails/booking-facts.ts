import type { Day } from '#shared/dates.ts'
import { formatMoney, type Currency } from '#shared/money.ts'

/** What a traveller is told of a booked tour, as its staff described it when the email was queued. */
export interface Trip {
  destination: string
  guests: number
  /** Days. */
  duration: number
  meetingPoint?: string | undefined
  /** On the clocks of the place. */
  startTime?: string | undefined
  /** The title of each day. */
  days: string[]
  /** Until when cancelling is free, in words. */
  cancellation?: string | undefined
  /** When all of this was so: an ISO moment, by which a calendar knows the later of two files. */
  asOf: string
}

/** A picture that an email shows; without it the email says the same. */
export interface MailPicture {
  filePath: string
  alt: string
}

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

/** Those of an email that tells of the journey too. */
export interface JourneyFacts extends BookingFacts {
  /** Missing for a vehicle booking, and in emails that were queued before it existed. */
  trip?: Trip | undefined
  picture?: MailPicture | undefined
}

/** Returns only what such an email needs. */
export function pickJourney(facts: JourneyFacts): JourneyFacts {
  const { trip, picture } = facts
  return { ...pickFacts(facts), ...(trip && { trip }), ...(picture && { picture }) }
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

/** Returns where and when to be, for how many, and until when cancelling is free; what nobody has written down is left out. */
export function tripRows({ trip }: JourneyFacts): [string, string][] {
  if (!trip) return []
  const { guests, duration, meetingPoint, startTime, cancellation } = trip
  const rows: [string, string | undefined][] = [
    ['Duration', duration === 1 ? '1 day' : `${duration} days`],
    ['Guests', String(guests)],
    ['Meeting point', meetingPoint],
    ['Local start time', startTime],
    ['Cancellation', cancellation],
  ]
  return rows.filter((row): row is [string, string] => Boolean(row[1]))
}

/** Returns the days of a trip, one on a line. */
export function tripDays({ trip }: JourneyFacts): { heading: string; lines: string[] } | undefined {
  if (!trip || trip.days.length === 0) return undefined
  return { heading: 'Day by day', lines: trip.days.map((title, index) => `Day ${index + 1}: ${title}`) }
}

/** Returns the way of money that goes back, after its amount: "$20.00 …". */
export function wayBackText({ isPaidOutside }: BookingFacts): string {
  return isPaidOutside
    ? 'is paid back to you by us, in cash or to your bank account, within a few days. We ask you for what we need.'
    : 'goes back to the card you paid with. Banks usually show it within 5 to 10 days.'
}
