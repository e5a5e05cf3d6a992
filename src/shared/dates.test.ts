import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, dayIn, daysBefore, daysBetween, isDay, localToday, longDay, shortDay, momentIn, timeIn } from './dates.ts'

const anyDay = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('9000-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

test.each(['2027-01-31', '2028-02-29', '2000-02-29', '9999-12-31', '0001-01-01'])('%s is a day', (text) => {
  expect(isDay(text)).toBe(true)
})

test.each([
  '2027-02-30',
  '2027-02-29',
  '2100-02-29',
  '2027-13-01',
  '2027-00-10',
  '2027-04-31',
  '2027-1-1',
  '2027-01-01T00:00:00Z',
  ' 2027-01-01',
  '2027-01-01\n',
  '+002027-01-01',
  '٢٠٢٧-٠١-٠١',
  '',
  // There is no year 0, and PostgreSQL refuses one.
  '0000-01-01',
])('%j is not a day', (text) => {
  expect(isDay(text)).toBe(false)
})

test.each([
  ['Europe/London', '2027-01-15T23:59:59.999Z', '2027-01-15', 'winter, before midnight'],
  ['Europe/London', '2027-01-16T00:00:00.000Z', '2027-01-16', 'winter, midnight'],
  ['Europe/London', '2027-07-14T22:59:59.999Z', '2027-07-14', 'summer time, before midnight'],
  ['Europe/London', '2027-07-14T23:00:00.000Z', '2027-07-15', 'summer time, midnight there is 23:00 UTC'],
  ['Europe/London', '2027-03-27T23:30:00.000Z', '2027-03-27', 'the evening before the clocks go forward'],
  ['Europe/London', '2027-03-28T22:59:59.000Z', '2027-03-28', 'the last second of the 23-hour day'],
  ['Europe/London', '2027-03-28T23:00:00.000Z', '2027-03-29', 'the 23-hour day is over'],
  ['Europe/London', '2027-10-30T23:00:00.000Z', '2027-10-31', 'the 25-hour day begins'],
  ['Europe/London', '2027-10-31T23:59:59.000Z', '2027-10-31', 'the last second of the 25-hour day'],
  ['America/New_York', '2027-01-01T04:59:59.000Z', '2026-12-31', 'still last year'],
  ['Pacific/Kiritimati', '2026-12-31T10:00:00.000Z', '2027-01-01', 'first into the new year'],
  ['Asia/Kathmandu', '2027-05-05T18:15:00.000Z', '2027-05-06', 'a zone of quarters of an hour'],
])('in %s it is at %s the day %s (%s)', (zone, moment, day) => {
  expect(dayIn(zone, new Date(moment))).toBe(day)
})

test.each([
  ['2027-03-27', '2027-03-29', 2],
  ['2027-10-30', '2027-11-01', 2],
  ['2028-02-28', '2028-03-01', 2],
  ['2027-02-28', '2027-03-01', 1],
  ['2027-05-01', '2027-05-01', 0],
  ['2027-05-02', '2027-05-01', -1],
])('from %s to %s it is %i days, whatever the clocks do', (from, to, days) => {
  expect(daysBetween(from, to)).toBe(days)
})

test('adding days and counting them agree for every day and every count', () => {
  fc.assert(
    fc.property(anyDay, fc.integer({ min: -10_000, max: 10_000 }), (day, count) => {
      const other = addDays(day, count)
      expect(isDay(other)).toBe(true)
      expect(daysBetween(day, other)).toBe(count)
      expect(addDays(other, -count)).toBe(day)
    }),
  )
})

test('a moment some days before is so many times 24 hours earlier, over a change of the clocks too', () => {
  expect(daysBefore(new Date('2027-03-29T12:00:00Z'), 2)).toEqual(new Date('2027-03-27T12:00:00Z'))
})

test('days compare as texts in the order of the calendar', () => {
  fc.assert(
    fc.property(anyDay, anyDay, (one, other) => {
      expect(one < other).toBe(daysBetween(one, other) > 0)
    }),
  )
})

test('days are shown in the short format of en-IN, whatever the time zone of the device', () => {
  expect(shortDay('2026-11-21')).toBe('21 Nov')
  expect(longDay('2026-11-21')).toBe('21 Nov 2026')
  expect(longDay('soon')).toBe('Invalid Date')
  expect(shortDay('2027-01-01T00:30:00.000Z')).toBe('1 Jan')
})

test("the visitor's today is the day on the clock of their device", () => {
  expect(localToday(new Date(2027, 0, 1, 0, 0, 1))).toBe('2027-01-01')
  expect(localToday(new Date(2027, 11, 31, 23, 59, 59))).toBe('2027-12-31')
})

test.each([
  ['2027-03-01T09:30', '2027-03-01T09:30:00.000Z'],
  ['2027-07-01T09:30', '2027-07-01T08:30:00.000Z'],
  ['2027-07-01T09:30:15', '2027-07-01T08:30:15.000Z'],
  ['2027-07-01T09:30Z', '2027-07-01T09:30:00.000Z'],
  ['2027-07-01T09:30+05:30', '2027-07-01T04:00:00.000Z'],
  // Spring skips this hour; autumn has this one twice.
  ['2027-03-28T01:30', '2027-03-28T01:30:00.000Z'],
  ['2027-10-31T01:30', '2027-10-31T00:30:00.000Z'],
])('on clocks in London %s is %s', (text, moment) => {
  expect(momentIn('Europe/London', text).toISOString()).toBe(moment)
})

test('a moment is read on other clocks too, even on those beyond the date line', () => {
  expect(momentIn('Pacific/Kiritimati', '2027-01-01T00:00').toISOString()).toBe('2026-12-31T10:00:00.000Z')
  expect(momentIn('America/St_Johns', '2027-01-01T00:00').toISOString()).toBe('2027-01-01T03:30:00.000Z')
  expect(momentIn('Europe/London', 'soon').getTime()).toBeNaN()
})

test('the time of day is that of the time zone', () => {
  expect(timeIn('Europe/London', new Date('2027-07-01T23:05:00Z'))).toBe('00:05')
})
