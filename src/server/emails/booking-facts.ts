import { dayIn, longDay, timeIn, type Day } from '#shared/dates.ts'
import { minutesText, pickupText, type Bought, type BoughtOption } from '#shared/bookings/bought.ts'
import { bookingsHref } from '#shared/pages.ts'
import { formatMoney, toMoney, type Currency } from '#shared/money.ts'
import { zoneText } from '#shared/time-zones.ts'
import { PICKUP_TIME_ZONE } from '#shared/vehicles/postcodes.ts'
import { calendarFile, type CalendarMethod } from '#server/lib/calendar-file.ts'
import type { RenderedMail } from '#server/lib/mail-outbox.ts'

/** A booked tour as staff described it when the email was queued. */
export interface Trip {
  destination: string
  guests: number
  /** In days. */
  duration: number
  meetingPoint?: string | undefined
  /** Local time at the destination. */
  startTime?: string | undefined
  /** Of a tour with options. */
  option?: BoughtOption
  /** Of the tour's start times. */
  timeZone?: string
  lines?: Bought['lines']
  days: string[]
  /** The free-cancellation deadline in words. */
  cancellation?: string | undefined
  /** When these facts were read, as an ISO timestamp. Calendars use it to tell which of two files is newer. */
  asOf: string
}

export interface MailPicture {
  filePath: string
  alt: string
}

export interface BookingFacts {
  id: string
  /** Missing in emails queued before vehicle bookings existed: those are about tours. */
  kind?: 'tour' | 'vehicle'
  reference: string
  title: string
  starts_on: Day
  total_cents: number
  currency: Currency
  /** Null for a greeting without a name (greeting.ts). */
  customerName: string | null
  /** Without a trailing slash. */
  siteUrl: string
  /** Paid in cash or by transfer, so that staff repay any refund by hand. */
  isPaidOutside?: boolean
}

export interface JourneyFacts extends BookingFacts {
  /** Missing for vehicle bookings, and in emails queued before this field existed. */
  trip?: Trip | undefined
  picture?: MailPicture | undefined
  /** Of a move: its time of day, such as `09:30`. Missing in emails queued before this field existed. */
  startsAt?: string | undefined
}

export function pickJourney(facts: JourneyFacts): JourneyFacts {
  const { trip, picture, startsAt } = facts
  return { ...pickFacts(facts), ...(trip && { trip }), ...(picture && { picture }), ...(startsAt !== undefined && { startsAt }) }
}

/** Returns only what the email needs, so that nothing else is stored with it. */
export function pickFacts(facts: BookingFacts): BookingFacts {
  const { id, kind = 'tour', reference, title, starts_on, total_cents, currency, customerName, siteUrl, isPaidOutside } = facts
  return { id, kind, reference, title, starts_on, total_cents, currency, customerName, siteUrl, ...(isPaidOutside && { isPaidOutside }) }
}

export function totalText({ total_cents, currency }: BookingFacts): string {
  return formatMoney({ cents: total_cents, currency })
}

export function dayLabel({ kind }: BookingFacts): string {
  return kind === 'vehicle' ? 'Moving date' : 'Travel date'
}

/** The day and time of a move by the clocks at the place of pickup, for an email. */
export function pickupTime(pickupAt: Date): { starts_on: Day; startsAt: string } {
  return { starts_on: dayIn(PICKUP_TIME_ZONE, pickupAt), startsAt: `${timeIn(PICKUP_TIME_ZONE, pickupAt)} ${zoneText(PICKUP_TIME_ZONE)}` }
}

/** "1 May 2027, 09:30 London time", or only the day where no time is known. */
export function startText({ starts_on, startsAt }: Pick<JourneyFacts, 'starts_on' | 'startsAt'>): string {
  return startsAt === undefined ? longDay(starts_on) : `${longDay(starts_on)}, ${startsAt}`
}

/** Returns pairs of label and value, leaving out facts that are missing. */
export function tripRows({ trip, currency }: JourneyFacts): [string, string][] {
  if (!trip) return []
  const { guests, duration, meetingPoint, startTime, cancellation, option, lines = [] } = trip
  const rows: [string, string | undefined][] = [
    ['Option', option?.name],
    ['Duration', option?.minutes ? minutesText(option.minutes) : duration === 1 ? '1 day' : `${duration} days`],
    ['Guests', String(guests)],
    ['Meeting point', meetingPoint],
    ['Local start time', startTime],
    ['Pickup', option && pickupText(option)],
    ['Cancellation', cancellation],
    ...lines.map(({ quantity, name, total }): [string, string] => [
      quantity === 1 ? name : `${quantity} × ${name}`,
      formatMoney(toMoney(total, currency)),
    ]),
  ]
  return rows.filter((row): row is [string, string] => Boolean(row[1]))
}

export function tripDays({ trip }: JourneyFacts): { heading: string; lines: string[] } | undefined {
  if (!trip || trip.days.length === 0) return undefined
  return { heading: 'Day by day', lines: trip.days.map((title, index) => `Day ${index + 1}: ${title}`) }
}

/** Returns the rest of a sentence that begins with the refunded amount. */
export function wayBackText({ isPaidOutside }: BookingFacts): string {
  return isPaidOutside
    ? 'will be repaid in cash or to your bank account within a few days. We’ll contact you for the details.'
    : 'will be refunded to the card you paid with. It usually takes 5 to 10 days to appear.'
}

/** Missing where the agency has set no bank details, and in emails queued before this field existed. */
export interface BankFacts {
  bankDetails?: string | undefined
}

/** Returns the part of an email that says where to transfer to, quoting the booking's reference. */
export function bankPart({ bankDetails, reference }: BankFacts & { reference: string }): { heading: string; lines: string[] } | undefined {
  if (!bankDetails) return undefined
  return { heading: 'Bank details', lines: [...bankDetails.split('\n'), `Reference to quote: ${reference}`] }
}

export type EndedTrip = Pick<Trip, 'destination' | 'duration' | 'asOf'>

/** Returns only what removing a calendar entry needs, so that nothing else is stored with the email. */
export function pickEndedTrip({ trip }: JourneyFacts): { trip?: EndedTrip } {
  if (!trip) return {}
  const { destination, duration, asOf } = trip
  return { trip: { destination, duration, asOf } }
}

/** Returns the calendar file to attach; empty for a vehicle booking. */
export function calendarEntry(
  facts: BookingFacts & { trip?: EndedTrip | Trip | undefined },
  method: CalendarMethod,
): Pick<RenderedMail, 'calendar'> {
  const { id, reference, title, starts_on: travelOn, siteUrl, trip } = facts
  if (!trip) return {}
  const bookingUrl = `${siteUrl}${bookingsHref('tour', id)}`
  const file = calendarFile({ ...trip, id, reference, title, travelOn, bookingUrl }, new Date(trip.asOf), method)
  return { calendar: { filename: `${reference}${method === 'CANCEL' ? '-cancelled' : ''}.ics`, method, file } }
}
