import { brand } from '#shared/brand.ts'
import { addDays, type Day } from '#shared/dates.ts'

export interface CalendarTrip {
  id: string
  reference: string
  title: string
  destination: string
  travelOn: Day
  /** In days. */
  duration: number
  bookingUrl: string
  /** If known, the entry is an appointment instead of an all-day event. */
  startsAt?: Date
  notes?: string[]
  guests?: number
  meetingPoint?: string | undefined
  /** Local time at the destination. */
  startTime?: string | undefined
  days?: string[] | undefined
  /** The free-cancellation deadline in words. */
  cancellation?: string | undefined
}

/** `CANCEL` removes the entry that `PUBLISH` created. */
export type CalendarMethod = 'PUBLISH' | 'CANCEL'

/**
 * Returns an iCalendar file (RFC 5545): a trip as an all-day event, a move at its time. The UID is the booking's, so
 * that importing the file again updates the same entry; the later `asOf` wins. A trip's start time appears only as text,
 * because the destination's time zone is not recorded.
 */
export function calendarFile(trip: CalendarTrip, asOf: Date, method: CalendarMethod = 'PUBLISH'): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(brand.name)}//Bookings//EN`,
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${trip.id}@${brand.email.replace(/^.*@/, '')}`,
    // RFC 5546 requires an organizer for both methods, and a cancellation needs a higher sequence number than what it cancels.
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
