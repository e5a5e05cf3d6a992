import { expect, test } from 'vitest'
import { tourRunsSchema } from '#shared/tours/runs.ts'
import { dayOffOf, departedOf, firstDayToBook, runsText } from './departure-days.ts'
import type { TourResponse } from './tour-view.tsx'

/** A Sunday. */
const TODAY = '2026-11-22'
const weekdays = (...days: number[]) => ({ kind: 'weekdays' as const, weekdays: days })
const dates = (...days: string[]) => ({ kind: 'dates' as const, dates: days })

test('a tour says when it departs, unless it does so daily', () => {
  expect(runsText(undefined, TODAY)).toBeUndefined()
  expect(runsText({ kind: 'daily' }, TODAY)).toBeUndefined()
  expect(runsText(weekdays(1, 2, 3, 4, 5, 6, 7), TODAY)).toBeUndefined()
  expect(runsText(weekdays(1, 4), TODAY)).toBe('Departs on Mondays and Thursdays')
  expect(runsText(weekdays(1, 2, 3, 4, 5), TODAY)).toBe('Departs daily except Saturdays and Sundays')
})

test('of listed dates the next ones are named, not those that are over or cannot be booked yet', () => {
  expect(runsText(dates('2026-11-21', '2026-11-22', '2026-12-24', '2029-01-01'), TODAY)).toBe(
    'Next departures: 22 Nov 2026 and 24 Dec 2026',
  )
  expect(runsText(dates('2026-11-21'), TODAY)).toBe('No departures are scheduled at the moment')
})

const SATURDAYS = { weekdays: [6], from: '05-01', to: '09-30' }
const rules = (list: object[], more: { also?: string[]; except?: string[] } = {}) =>
  tourRunsSchema.parse({ kind: 'rules', rules: list, also: [], except: [], ...more })

test('rules are said in words, with the dates added and left out that are still to come', () => {
  expect(runsText(rules([SATURDAYS]), TODAY)).toBe('Departs on Saturdays from 1 May to 30 September')
  const listed = { also: ['2026-01-01', '2026-12-24'], except: ['2027-05-01', '2027-06-05'] }
  expect(runsText(rules([SATURDAYS], listed), TODAY)).toBe(
    'Departs on Saturdays from 1 May to 30 September, plus 24 Dec 2026, except 1 May 2027 and 5 Jun 2027',
  )
  const over = { weekdays: [1, 2, 3, 4, 5, 6, 7], to: '2026-10-01' }
  const advent = { weekdays: [1, 2, 3, 4, 5, 6, 7], from: '2026-11-29', to: '2026-12-24' }
  expect(runsText(rules([over, advent, SATURDAYS]), TODAY)).toBe(
    'Departs daily from 29 Nov 2026 to 24 Dec 2026 and on Saturdays from 1 May to 30 September',
  )
  expect(runsText(rules([over]), TODAY)).toBe('No departures are scheduled at the moment')
  expect(runsText(rules([advent, SATURDAYS, { weekdays: [2] }]), TODAY)).toBe('Next departures: 24 Nov 2026, 29 Nov 2026 and 30 Nov 2026')
})

test('a day off names the departure that follows it, else the first one to come', () => {
  expect(dayOffOf(undefined, TODAY, TODAY)).toBeUndefined()
  expect(dayOffOf(weekdays(7), TODAY, TODAY)).toBeUndefined()
  expect(dayOffOf(weekdays(1, 4), TODAY, TODAY)).toEqual({
    text: 'No departure on 22 Nov 2026. The next one is on 23 Nov 2026.',
    next: '2026-11-23',
  })
  expect(dayOffOf(weekdays(1, 4), '2026-12-11', TODAY)?.next).toBe('2026-12-14')
  expect(dayOffOf(dates('2026-11-30'), '2027-01-01', TODAY)?.next).toBe('2026-11-30')
  expect(dayOffOf(dates('2026-11-01'), TODAY, TODAY)).toEqual({
    text: 'No departure on 22 Nov 2026. No departures are scheduled at the moment.',
    next: undefined,
  })
})

const KYOTO: TourResponse = {
  id: 'kyoto',
  destination: 'Kyoto, Japan',
  facts: { startTime: '10:00' },
  saleEnd: { time: '10:00', daysBefore: 0, timeZone: 'Asia/Tokyo' },
}
/** 04:50 of the 24th in Tokyo. */
const NOW = new Date('2026-11-23T19:50:00Z')
const IN_LONDON = '2026-11-23'

test('who is in London on the evening of the 23rd reads that today’s departure has left Kyoto, and takes tomorrow’s', () => {
  expect(departedOf(KYOTO, IN_LONDON, IN_LONDON, NOW)).toEqual({
    text: 'Today’s departure left at 10:00 (Kyoto). Next: tomorrow.',
    next: '2026-11-24',
  })
  expect(departedOf(KYOTO, '2026-11-24', IN_LONDON, NOW)).toBeUndefined()
  expect(firstDayToBook(KYOTO, IN_LONDON, NOW)).toBe('2026-11-24')
})

test('a day after the visitor’s is named by its date, and the server’s next day with seats goes before', () => {
  const noon = new Date('2026-11-24T03:00:00Z')
  expect(departedOf(KYOTO, '2026-11-24', IN_LONDON, noon, { hasLeft: true, next: '2026-11-29' })).toEqual({
    text: 'The departure on 24 Nov 2026 left at 10:00 (Kyoto). Next: 29 Nov 2026.',
    next: '2026-11-29',
  })
})

test('a device whose clock is behind believes the server; a tour without an end of its own never leaves', () => {
  const early = new Date('2026-11-22T12:00:00Z')
  expect(departedOf(KYOTO, IN_LONDON, IN_LONDON, early)).toBeUndefined()
  expect(departedOf(KYOTO, IN_LONDON, IN_LONDON, early, { hasLeft: true })?.next).toBe('2026-11-24')
  expect(departedOf({ ...KYOTO, saleEnd: undefined }, IN_LONDON, IN_LONDON, NOW, { hasLeft: true })).toBeUndefined()
})

test('where booking ends before the start, nothing is said to have left; without another departure none is offered', () => {
  const saleEnd = { time: '18:00', daysBefore: 1, timeZone: 'Asia/Tokyo' } as const
  expect(departedOf({ ...KYOTO, saleEnd }, IN_LONDON, IN_LONDON, NOW)?.text).toBe(
    'Booking for today’s departure closed at 18:00 the day before (Kyoto). Next: 25 Nov 2026.',
  )
  const last = { ...KYOTO, runs: { kind: 'dates' as const, dates: [IN_LONDON] } }
  expect(departedOf(last, IN_LONDON, IN_LONDON, NOW)).toEqual({
    text: 'Today’s departure left at 10:00 (Kyoto). No other departures are scheduled at the moment.',
    next: undefined,
  })
})
