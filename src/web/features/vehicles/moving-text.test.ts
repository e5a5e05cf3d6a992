import { expect, it } from 'vitest'
import { earliestMovingDate, latestMovingDate, movingText } from './moving-text.ts'

it.each([
  ['2026-12-31T23:15:40Z', '2027-01-01T00:15'],
  ['2026-07-21T09:00:00Z', '2026-07-21T11:00'],
  // The clocks go forward at 01:00 UTC on 28 March 2027 and back at 01:00 UTC on 31 October.
  ['2027-03-27T23:59:00Z', '2027-03-28T00:59'],
  ['2027-03-28T00:00:00Z', '2027-03-28T02:00'],
  ['2027-10-30T23:30:00Z', '2027-10-31T01:30'],
  ['2027-10-31T00:30:00Z', '2027-10-31T02:30'],
  ['2027-10-31T01:30:00Z', '2027-10-31T02:30'],
])('offers moments from one hour after %s, by the clocks of the pickup: %s', (now, earliest) => {
  expect(earliestMovingDate(new Date(now))).toBe(earliest)
})

it('offers moments up to two years ahead', () => {
  expect(latestMovingDate(new Date('2026-12-31T23:15:40Z'))).toBe('2028-12-31T23:59')
  expect(latestMovingDate(new Date('2026-07-21T23:15:40Z'))).toBe('2028-07-22T23:59')
})

it('writes a moment in the short format with its time zone, and nothing for none', () => {
  expect(movingText('2026-11-21T09:30')).toMatch(/^Sat,? 21 Nov,? 2026,? 9:30\sam, London time$/)
  expect(movingText('2026-07-21T09:30')).toMatch(/^Tue,? 21 Jul,? 2026,? 9:30\sam, London time$/)
  expect(movingText('2027-03-28T01:30')).toMatch(/2:30\sam, London time$/)
  expect(movingText('')).toBe('')
  expect(movingText('soon')).toBe('')
})
