import { brand } from '#shared/brand.ts'
import { addDays, type Day } from '#shared/dates.ts'

interface Trip {
  id: string
  reference: string
  title: string
  destination: string
  travelOn: Day
  /** Days. */
  duration: number
  bookingUrl: string
}

/** An iCalendar file (RFC 5545) of one trip, as all-day event; importing it twice changes one entry. */
export function calendarFile(trip: Trip, now: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(brand.name)}//Bookings//EN`,
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${trip.id}@${brand.email.replace(/^.*@/, '')}`,
    `DTSTAMP:${now.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${compact(trip.travelOn)}`,
    `DTEND;VALUE=DATE:${compact(addDays(trip.travelOn, trip.duration))}`,
    `SUMMARY:${escapeText(trip.title)}`,
    `LOCATION:${escapeText(trip.destination)}`,
    `DESCRIPTION:${escapeText(`Booking ${trip.reference} with ${brand.name}, ${brand.phone}, ${brand.email}`)}`,
    `URL:${trip.bookingUrl}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.flatMap(fold).join('\r\n') + '\r\n'
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
