import { brand } from '#shared/brand.ts'
import { addDays, type Day } from '#shared/dates.ts'

/** What a calendar is told of a booked trip. */
export interface CalendarTrip {
  /** The booking's. */
  id: string
  reference: string
  title: string
  destination: string
  travelOn: Day
  /** Days. */
  duration: number
  bookingUrl: string
  /** The moment at which it begins, where that is known: else it takes all day. */
  startsAt?: Date
  /** What its owner wants to read first, a line each. */
  notes?: string[]
  guests?: number
  meetingPoint?: string | undefined
  /** On the clocks of the place. */
  startTime?: string | undefined
  /** The title of each day. */
  days?: string[] | undefined
  /** Until when cancelling is free, in words. */
  cancellation?: string | undefined
}

/** `CANCEL` takes the entry that `PUBLISH` has made out of the calendar again. */
export type CalendarMethod = 'PUBLISH' | 'CANCEL'

/**
 * Returns an iCalendar file (RFC 5545) of one trip, as all-day event, or of a move at its moment. Its UID is that of the booking: importing it twice changes one
 * entry, by the later of two moments `asOf`. Of a trip no time of day is in it but in words, since nobody has written down the time
 * zone of the place.
 */
export function calendarFile(trip: CalendarTrip, asOf: Date, method: CalendarMethod = 'PUBLISH'): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(brand.name)}//Bookings//EN`,
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${trip.id}@${brand.email.replace(/^.*@/, '')}`,
    // Both methods must name who has made the entry (RFC 5546), and a cancellation is a later version than what it ends.
    `ORGANIZER;CN="${brand.name.replaceAll('"', '')}":mailto:${brand.email}`,
    `SEQUENCE:${method === 'CANCEL' ? 1 : 0}`,
    `STATUS:${method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTAMP:${utc(asOf)}`,
    ...timeOf(trip),
    `SUMMARY:${escapeText(trip.title)}`,
    `LOCATION:${escapeText(trip.meetingPoint ?? trip.destination)}`,
    `DESCRIPTION:${escapeText(describe(trip))}`,
    `URL:${trip.bookingUrl}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.flatMap(fold).join('\r\n') + '\r\n'
}

function timeOf({ travelOn, duration, startsAt }: CalendarTrip): string[] {
  if (startsAt) return [`DTSTART:${utc(startsAt)}`]
  return [`DTSTART;VALUE=DATE:${compact(travelOn)}`, `DTEND;VALUE=DATE:${compact(addDays(travelOn, duration))}`]
}

function utc(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d+/g, '')
}

function describe({ reference, notes = [], guests, meetingPoint, startTime, days = [], cancellation }: CalendarTrip): string {
  return [
    ...notes,
    meetingPoint && `Meeting point: ${meetingPoint}`,
    startTime && `Local start time: ${startTime}`,
    guests && `Guests: ${guests}`,
    ...days.map((title, index) => `Day ${index + 1}: ${title}`),
    cancellation,
    `Booking ${reference} with ${brand.name}, ${brand.phone}, ${brand.email}`,
  ]
    .filter(Boolean)
    .join('\n')
}

function compact(day: Day): string {
  return day.replaceAll('-', '')
}

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, String.raw`\$&`).replace(/\r\n?|\n/g, String.raw`\n`)
}

/** Lines are limited to 75 bytes; a longer one goes on after a blank. Characters are not cut in two. */
function fold(line: string): string[] {
  const folded: string[] = []
  let current = ''
  for (const character of line) {
    if (Buffer.byteLength(current + character) > 74) {
      folded.push(current)
      current = ' '
    }
    current += character
  }
  return [...folded, current]
}
