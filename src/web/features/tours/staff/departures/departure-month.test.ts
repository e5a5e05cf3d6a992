import { expect, test } from 'vitest'
import { dayText } from './departure-month.tsx'

test('a day of the month is said in words, and a cancelled departure is not counted as blocked too', () => {
  const day = { date: '2027-03-01', departures: 6, unbooked: 3, capacity: 40, sold: 12, held: 3, reserved: 1, blocked: 1, cancelled: 1 }
  expect(dayText(day)).toBe(
    '6 departures, 12 of 40 seats sold, 1 reserved, 2 in open checkouts, 1 blocked, 1 cancelled, 3 without bookings',
  )
  expect(dayText({ ...day, departures: 1, unbooked: 0, held: 0, reserved: 0, blocked: 0, cancelled: 0 })).toBe(
    '1 departure, 12 of 40 seats sold',
  )
  expect(dayText({ ...day, departures: 0, unbooked: 0, held: 0, reserved: 0, blocked: 0 })).toBe('no departures, 1 cancelled')
  expect(dayText(undefined)).toBe('no departures')
  expect(dayText({ ...day, departures: 2, unbooked: 0, sold: 6, held: 0, reserved: 0, blocked: 0, cancelled: 0 }, true)).toBe(
    '2 departures with bookings, 6 of 40 seats sold',
  )
  expect(dayText(undefined, true)).toBe('no departures with bookings')
})
