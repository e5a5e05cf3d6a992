import { expect, test } from 'vitest'
import { dayOffOf, runsText } from './departure-days.ts'

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
  expect(runsText(dates('2026-11-21'), TODAY)).toBe('No departure is planned at present')
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
    text: 'No departure on 22 Nov 2026. No departure is planned at present.',
    next: undefined,
  })
})
