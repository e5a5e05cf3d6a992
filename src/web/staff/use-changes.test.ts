import { expect, test } from 'vitest'
import { isChanged } from './use-changes.ts'

test('of one entry what it is about is read again, of lists whatever may hold it', () => {
  const change = { noun: 'bookings' as const, ids: ['b1'] }
  expect(isChanged(['staff', 'bookings', 'story', 'b1'], change)).toBe(true)
  expect(isChanged(['staff', 'quotes', 'one', 'b1'], change)).toBe(true)
  expect(isChanged(['staff', 'bookings', 'story', 'b2'], change)).toBe(false)
  expect(isChanged(['staff', 'bookings', 'story', 'b2'], { noun: 'bookings' })).toBe(true)
  expect(isChanged(['staff', 'bookings', 'list', {}], change)).toBe(true)
  // Its ids are of bookings, not of departures.
  expect(isChanged(['staff', 'departures', 'one', '2027-01-01:kyoto'], change)).toBe(true)
  expect(isChanged(['staff', 'tours', 'list', 'all', ''], change)).toBe(false)
})

test('what somebody decides by or is writing, and what is on record with each reading, stays as it was read', () => {
  for (const key of [
    ['staff', 'departures', 'figures', 'd'],
    ['staff', 'tours', 'one', 't'],
    ['staff', 'tours', 'deactivation', 't'],
    ['staff', 'manifest', 'd'],
    ['staff', 'audit', {}],
    ['staff', 'me'],
    ['tours', 'one', 't'],
  ])
    for (const change of [{}, { noun: 'departures' as const }, { noun: 'tours' as const }, { noun: 'bookings' as const }])
      expect(isChanged(key, change), JSON.stringify(key)).toBe(false)
})

test('ticks made elsewhere are read again by their departure alone', () => {
  const change = { noun: 'attendance' as const, ids: ['2027-01-01:kyoto'] }
  expect(isChanged(['staff', 'attendance', 'ticks', '2027-01-01:kyoto'], change)).toBe(true)
  expect(isChanged(['staff', 'attendance', 'ticks', '2027-01-02:kyoto'], change)).toBe(false)
  expect(isChanged(['staff', 'manifest', '2027-01-01:kyoto', false], change)).toBe(false)
})

test('where some news may have been missed, everything that is shown is read again', () => {
  expect(isChanged(['staff', 'tasks'], {})).toBe(true)
  expect(isChanged(['staff', 'bookings', 'story', 'b1'], {})).toBe(true)
  // How far a cancellation has come includes its emails; the calendar does not.
  expect(isChanged(['staff', 'departures', 'cancellation', 'd'], { noun: 'mails' })).toBe(true)
  expect(isChanged(['staff', 'departures', 'days', 'd'], { noun: 'mails' })).toBe(false)
})
