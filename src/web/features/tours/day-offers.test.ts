import { expect, test } from 'vitest'
import { offerOn } from './day-offers.tsx'

/** A Sunday. */
const TODAY = '2026-11-22'
const SEASON = { runs: undefined, maxPeople: 12, seats: undefined, today: TODAY, last: '2028-11-22' }
const withSeats = (seatsLeft: number) => ({ ...SEASON, seats: [{ date: TODAY, seatsLeft }] })
const read = (offer: ReturnType<typeof offerOn>) => [offer.canBook, offer.text]

test('a day says how many seats are left, and when they are nearly gone', () => {
  expect(offerOn(TODAY, withSeats(12), 2)).toEqual({ canBook: true, seatsLeft: 12, isNearlyGone: false, text: '12 seats left' })
  expect(offerOn(TODAY, withSeats(6), 2)).toEqual({ canBook: true, seatsLeft: 6, isNearlyGone: true, text: '6 seats left' })
  expect(offerOn(TODAY, { ...withSeats(4), maxPeople: 4 }, 2).isNearlyGone).toBe(false)
  expect(read(offerOn(TODAY, withSeats(1), 1))).toEqual([true, '1 seat left'])
})

test('a day without enough seats cannot be booked', () => {
  expect(read(offerOn(TODAY, withSeats(0), 1))).toEqual([false, 'sold out'])
  expect(read(offerOn(TODAY, withSeats(3), 4))).toEqual([false, '3 seats left, not enough for 4 guests'])
  expect(read(offerOn(TODAY, withSeats(3), 3))).toEqual([true, '3 seats left'])
})

test('a day that is over, too far ahead or without a departure cannot be booked, whatever seats are told', () => {
  const seats = ['2026-11-21', TODAY, '2028-11-23'].map((date) => ({ date, seatsLeft: 12 }))
  expect(read(offerOn('2026-11-21', { ...SEASON, seats }, 1))).toEqual([false, 'in the past'])
  expect(read(offerOn('2028-11-23', { ...SEASON, seats }, 1))).toEqual([false, 'not on sale yet'])
  expect(read(offerOn(TODAY, { ...SEASON, seats, runs: { kind: 'weekdays', weekdays: [1] } }, 1))).toEqual([false, 'no departure'])
  // The server knows it better: staff have changed the days since the tour was loaded.
  expect(read(offerOn('2026-11-23', withSeats(12), 1))).toEqual([false, 'no departure'])
})

test('without the call for seats each day of departure can be booked', () => {
  expect(read(offerOn(TODAY, SEASON, 9))).toEqual([true, 'departure'])
  expect(read(offerOn('2026-11-24', { ...SEASON, runs: { kind: 'dates', dates: ['2026-11-24'] } }, 1))).toEqual([true, 'departure'])
})

test('a day that would run but is no longer sold says that it has departed, whether the clock or the server knows it', () => {
  const first = '2026-11-23'
  const departed = { canBook: false, seatsLeft: undefined, isNearlyGone: false, text: 'departed', hasLeft: true }
  expect(offerOn(TODAY, { ...SEASON, first }, 1)).toEqual(departed)
  expect(offerOn(TODAY, { ...SEASON, seats: [{ date: TODAY, seatsLeft: 0, hasLeft: true }] }, 1)).toEqual(departed)
  expect(offerOn('2026-11-21', { ...SEASON, first }, 1)).not.toHaveProperty('hasLeft')
  expect(offerOn(TODAY, { ...SEASON, first, runs: { kind: 'weekdays', weekdays: [1] } }, 1)).not.toHaveProperty('hasLeft')
})
