import { expect, test } from 'vitest'
import { departedOf, firstDayToBook } from './departed.ts'
import type { TourResponse } from './tour-view.ts'

const KYOTO: TourResponse = {
  id: 'kyoto',
  destination: 'Kyoto, Japan',
  facts: { startTime: '10:00' },
  saleEnd: { time: '10:00', daysBefore: 0, timeZone: 'Asia/Tokyo' },
}
/** 04:50 of the 24th in Tokyo. */
const NOW = new Date('2026-11-23T19:50:00Z')
const TODAY = '2026-11-23'

test('who is in London on the evening of the 23rd reads that today’s departure has left Kyoto, and takes tomorrow’s', () => {
  expect(departedOf(KYOTO, TODAY, TODAY, NOW)).toEqual({
    text: 'Today’s departure left at 10:00 (Kyoto). Next: tomorrow.',
    next: '2026-11-24',
  })
  expect(departedOf(KYOTO, '2026-11-24', TODAY, NOW)).toBeUndefined()
  expect(firstDayToBook(KYOTO, TODAY, NOW)).toBe('2026-11-24')
})

test('a day after the visitor’s is named by its date, and the server’s next day with seats goes before', () => {
  const noon = new Date('2026-11-24T03:00:00Z')
  expect(departedOf(KYOTO, '2026-11-24', TODAY, noon, { hasLeft: true, next: '2026-11-29' })).toEqual({
    text: 'The departure on 24 Nov 2026 left at 10:00 (Kyoto). Next: 29 Nov 2026.',
    next: '2026-11-29',
  })
})

test('a device whose clock is behind believes the server; a tour without an end of its own never leaves', () => {
  const early = new Date('2026-11-22T12:00:00Z')
  expect(departedOf(KYOTO, TODAY, TODAY, early)).toBeUndefined()
  expect(departedOf(KYOTO, TODAY, TODAY, early, { hasLeft: true })?.next).toBe('2026-11-24')
  expect(departedOf({ ...KYOTO, saleEnd: undefined }, TODAY, TODAY, NOW, { hasLeft: true })).toBeUndefined()
})

test('where booking ends before the start, nothing is said to have left; without another departure none is offered', () => {
  const saleEnd = { time: '18:00', daysBefore: 1, timeZone: 'Asia/Tokyo' } as const
  expect(departedOf({ ...KYOTO, saleEnd }, TODAY, TODAY, NOW)?.text).toBe(
    'Booking for today’s departure closed at 18:00 the day before (Kyoto). Next: 25 Nov 2026.',
  )
  const last = { ...KYOTO, runs: { kind: 'dates' as const, dates: [TODAY] } }
  expect(departedOf(last, TODAY, TODAY, NOW)).toEqual({
    text: 'Today’s departure left at 10:00 (Kyoto). No other departures are scheduled at the moment.',
    next: undefined,
  })
})
