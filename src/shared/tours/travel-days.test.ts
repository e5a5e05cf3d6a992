import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, isDay } from '#shared/dates.ts'
import { lastTravelDay, tooFarAhead } from './travel-days.ts'

test.each([
  ['2026-11-22', '2028-11-22'],
  ['2026-02-28', '2028-02-28'],
  ['2026-03-01', '2028-03-01'],
  ['2027-12-31', '2029-12-31'],
  // Two years after a leap day there is none: the month's last day counts.
  ['2028-02-29', '2030-02-28'],
])('on %s the last day that can be booked is %s', (today, last) => {
  expect(lastTravelDay(today)).toBe(last)
})

test('the last day is a day, and never moves back as days go by', () => {
  const anyDay = fc.integer({ min: 0, max: 200_000 }).map((count) => addDays('1970-01-01', count))
  fc.assert(
    fc.property(anyDay, (today) => {
      const last = lastTravelDay(today)
      expect(isDay(last)).toBe(true)
      expect(lastTravelDay(addDays(today, 1)) >= last).toBe(true)
    }),
  )
})

test('a day is too far ahead from the one after the last; the message names the last', () => {
  expect(tooFarAhead('2028-11-22', '2026-11-22')).toBeUndefined()
  expect(tooFarAhead('2028-11-23', '2026-11-22')).toBe('Please choose a date up to 22 Nov 2028')
  expect(tooFarAhead('9999-12-31', '2026-11-22')).toBe('Please choose a date up to 22 Nov 2028')
})
