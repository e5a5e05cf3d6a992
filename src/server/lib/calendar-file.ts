import { brand } from '#shared/brand.ts'
import { pickupText, type BoughtOption } from '#shared/bookings/bought.ts'
import { addDays, momentIn, type Day } from '#shared/dates.ts'
import { zoneText } from '#shared/time-zones.ts'

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
  /** Of a tour with options; `timeZone` is then that of its start times. */
  option?: BoughtOption | undefined
  timeZone?: string | undefined
  days?: string[] | undefined
  /** The free-cancellation deadline in words. */
  cancellation?: string | undefined
}

/** `CANCEL` removes the entry that `PUBLISH` created. */
export type CalendarMethod = 'PUBLISH' | 'CANCEL'

/**
 * Returns an iCalendar file (RFC 5545): a move or a tour with start times at its time, in UTC, any other trip as an all-day event. The UID is
 * the booking's, so that importing the file again updates the same entry; the later `asOf` wins. The start time of a tour without options
 * appears only as text, because the destination's time zone is not recorded.
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
    ...placeOf(trip),
    `DESCRIPTION:${escapeText(describe(trip))}`,
    `URL:${trip.bookingUrl}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.flatMap(fold).join('\r\n') + '\r\n'
}

function placeOf({ option, meetingPoint, destination }: CalendarTrip): string[] {
  const place = option?.pickup?.place ?? meetingPoint ?? destination
  return place === '' ? [] : [`LOCATION:${escapeText(place)}`]
}

const MINUTE_MS = 60_000

function timeOf({ travelOn, duration, startsAt, option, timeZone }: CalendarTrip): string[] {
  if (startsAt) return [`DTSTART:${utc(startsAt)}`]
  if (option?.startTime && timeZone !== undefined) {
    const { startTime, minutes, pickup } = option
    const start = momentIn(timeZone, `${travelOn}T${startTime}`).getTime()
    // The party has to be at the place of its pickup by then.
    const from = new Date(start - (pickup?.minutesBefore ?? 0) * MINUTE_MS)
    const to = minutes ? new Date(start + minutes * MINUTE_MS) : momentIn(timeZone, `${addDays(travelOn, duration)}T00:00`)
    return [`DTSTART:${utc(from)}`, `DTEND:${utc(to)}`]
  }
  return [`DTSTART;VALUE=DATE:${compact(travelOn)}`, `DTEND;VALUE=DATE:${compact(addDays(travelOn, duration))}`]
}

function utc(moment: Date): string {
  return moment.toISOString().replace(/[-:]|\.\d+/g, '')
}

function describe(trip: CalendarTrip): string {
  const { reference, notes = [], guests, meetingPoint, option, timeZone, days = [], cancellation } = trip
  const startTime = option?.startTime ? `${option.startTime}${timeZone === undefined ? '' : `, ${zoneText(timeZone)}`}` : trip.startTime
  const pickup = option && pickupText(option)
  return [
    ...notes,
    meetingPoint && `Meeting point: ${meetingPoint}`,
    startTime && `Local start time: ${startTime}`,
    option && `Option: ${option.name}`,
    pickup && `Pickup: ${pickup}`,
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
