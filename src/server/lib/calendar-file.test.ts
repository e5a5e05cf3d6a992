import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

const TRIP = {
  id: '00000000-0000-4000-8000-000000000000',
  reference: 'M-7K3P9XQD',
  title: 'Kyoto',
  destination: 'Kyoto, Japan',
  travelOn: '2027-02-27',
  duration: 3,
  bookingUrl: 'https://www.example.com/#/bookings',
}
const NOW = new Date('2026-11-20T10:11:12.345Z')

/** Unfolds a file as RFC 5545 prescribes: lines end with CRLF, and one that begins with a space continues the line before. */
function read(file: string): Map<string, string> {
  const lines = file.replaceAll('\r\n ', '').split('\r\n')
  return new Map(
    lines.filter(Boolean).map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
}

function unescape(text = ''): string {
  return text.replace(/\\([\\;,nN])/g, (_, character: string) => (character.toLowerCase() === 'n' ? '\n' : character))
}

test('a trip is one all-day event, whose end is the day after the last one', () => {
  const file = calendarFile(TRIP, NOW)
  expect(file).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\n[\s\S]*BEGIN:VEVENT\r\n[\s\S]*END:VEVENT\r\nEND:VCALENDAR\r\n$/)
  const event = read(file)
  expect(event.get('DTSTART;VALUE=DATE')).toBe('20270227')
  // 27 and 28 February and 1 March; DTEND is exclusive.
  expect(event.get('DTEND;VALUE=DATE')).toBe('20270302')
  expect(event.get('DTSTAMP')).toBe('20261120T101112Z')
  expect(event.get('UID')).toBe(`${TRIP.id}@meridian.example`)
  expect(event.get('URL')).toBe(TRIP.bookingUrl)
  expect(unescape(event.get('DESCRIPTION'))).toContain('M-7K3P9XQD')
})

test('an entry says where and when to be, for how many, what happens each day, and until when cancelling is free', () => {
  const days = ['Gion by lantern light', 'Tea; in Uji']
  const meeting = {
    meetingPoint: 'The ryokan, Kyoto',
    startTime: '15:30',
    guests: 2,
    days,
    cancellation: 'Free cancellation until 13 Feb 2027.',
  }
  const event = read(calendarFile({ ...TRIP, ...meeting }, NOW))
  expect(unescape(event.get('LOCATION'))).toBe('The ryokan, Kyoto')
  expect(unescape(event.get('DESCRIPTION')).split('\n')).toEqual([
    'Meeting point: The ryokan, Kyoto',
    'Local start time: 15:30',
    'Guests: 2',
    'Day 1: Gion by lantern light',
    'Day 2: Tea; in Uji',
    'Free cancellation until 13 Feb 2027.',
    expect.stringMatching(/^Booking M-7K3P9XQD with /),
  ])
  expect(unescape(read(calendarFile(TRIP, NOW)).get('LOCATION'))).toBe('Kyoto, Japan')
})

test('a trip of one day ends on the next, and importing twice is the same event', () => {
  expect(read(calendarFile({ ...TRIP, duration: 1 }, NOW)).get('DTEND;VALUE=DATE')).toBe('20270228')
  expect(read(calendarFile(TRIP, NOW)).get('UID')).toBe(read(calendarFile({ ...TRIP, title: 'New' }, new Date())).get('UID'))
})

const OPTION = { name: 'In English', startTime: '09:30', minutes: 150, pickup: null }

test.each([
  ['2027-03-27', 'Europe/London', '20270327T093000Z', '20270327T120000Z'],
  ['2027-03-28', 'Europe/London', '20270328T083000Z', '20270328T110000Z'],
  ['2027-10-30', 'Europe/London', '20271030T083000Z', '20271030T110000Z'],
  ['2027-10-31', 'Europe/London', '20271031T093000Z', '20271031T120000Z'],
  ['2027-03-14', 'America/New_York', '20270314T133000Z', '20270314T160000Z'],
  ['2027-03-28', 'Asia/Tokyo', '20270328T003000Z', '20270328T030000Z'],
])('a tour that starts at 09:30 on %s in %s takes 150 minutes in the calendar', (travelOn, timeZone, from, to) => {
  const event = read(calendarFile({ ...TRIP, travelOn, duration: 1, option: OPTION, timeZone }, NOW))
  expect([event.get('DTSTART'), event.get('DTEND')]).toEqual([from, to])
  expect(event.has('DTSTART;VALUE=DATE')).toBe(false)
})

test('a tour whose clocks change on its way takes as long as it takes', () => {
  const option = { ...OPTION, startTime: '00:30' }
  const event = read(calendarFile({ ...TRIP, travelOn: '2027-03-28', duration: 1, option, timeZone: 'Europe/London' }, NOW))
  expect([event.get('DTSTART'), event.get('DTEND')]).toEqual(['20270328T003000Z', '20270328T030000Z'])
})

test('an entry for a party that is picked up begins at its pickup, there and then', () => {
  const option = { ...OPTION, pickup: { place: 'Ubud market', minutesBefore: 45 } }
  const trip = { ...TRIP, travelOn: '2027-05-01', duration: 1, meetingPoint: 'The pier, Sanur', option, timeZone: 'Asia/Makassar' }
  const event = read(calendarFile(trip, NOW))
  expect([event.get('DTSTART'), event.get('DTEND')]).toEqual(['20270501T004500Z', '20270501T040000Z'])
  expect(unescape(event.get('LOCATION'))).toBe('Ubud market')
  expect(unescape(event.get('DESCRIPTION')).split('\n')).toEqual([
    'Meeting point: The pier, Sanur',
    'Local start time: 09:30, Makassar time',
    'Option: In English',
    'Pickup: Ubud market, at 08:45',
    expect.stringMatching(/^Booking /),
  ])
})

test('a tour of several days with a start time ends with its last day', () => {
  const option = { ...OPTION, minutes: null }
  const event = read(calendarFile({ ...TRIP, travelOn: '2027-10-30', duration: 2, option, timeZone: 'Europe/London' }, NOW))
  expect([event.get('DTSTART'), event.get('DTEND')]).toEqual(['20271030T083000Z', '20271101T000000Z'])
})

test('an option without a start time is an all-day event', () => {
  const event = read(calendarFile({ ...TRIP, option: { ...OPTION, startTime: null }, timeZone: 'Europe/London' }, NOW))
  expect(event.get('DTSTART;VALUE=DATE')).toBe('20270227')
})

test.each([
  ['Kyoto; tea, and \\ more', String.raw`Kyoto\; tea\, and \\ more`],
  ['two\nlines', String.raw`two\nlines`],
  ['two\r\nlines', String.raw`two\nlines`],
  ['an old\rline end', String.raw`an old\nline end`],
  ['colon: "quotes"', 'colon: "quotes"'],
])('%j is escaped', (title, escaped) => {
  expect(read(calendarFile({ ...TRIP, title }, NOW)).get('SUMMARY')).toBe(escaped)
})

test('nothing in a title starts a new line (ASVS 1.2.1)', () => {
  const title = 'Kyoto\r\nEND:VEVENT\rBEGIN:VALARM\nATTACH:https://evil.example'
  const lines = calendarFile({ ...TRIP, title }, NOW).split(/\r\n|\r|\n/)
  expect(lines.filter((line) => line.startsWith('BEGIN:'))).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT'])
  expect(lines.some((line) => line.startsWith('ATTACH'))).toBe(false)
})

test('whatever a title holds, no line exceeds 75 bytes, no character is split, and it reads back unchanged', () => {
  const title = fc.string({
    unit: fc.oneof(fc.constantFrom('é', '🧳', '👩‍👩‍👧', '京', ',', ';', '\\', '\n', ' '), fc.string({ minLength: 1, maxLength: 1 })),
    maxLength: 300,
  })
  fc.assert(
    fc.property(title, (text) => {
      const file = calendarFile({ ...TRIP, title: text }, NOW)
      for (const line of file.split('\r\n')) {
        expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
        expect(line.isWellFormed()).toBe(true)
      }
      expect(unescape(read(file).get('SUMMARY'))).toBe(text)
    }),
  )
})
