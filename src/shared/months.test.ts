import { expect, test } from 'vitest'
import { addMonths, dayWithin, rangeOf, sameDayIn, weeksOf } from './months.ts'

test('months follow each other over the end of a year, and end on their own last day', () => {
  expect([addMonths('2026-12', 1), addMonths('2027-01', -1), addMonths('2026-11', 14)]).toEqual(['2027-01', '2026-12', '2028-01'])
  expect([sameDayIn('2027-02', '2027-01-31'), sameDayIn('2027-03', '2027-02-28')]).toEqual(['2027-02-28', '2027-03-28'])
  expect(rangeOf('2028-02')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('a month in weeks from Monday on, without the days of its neighbours', () => {
  // 1 November 2026 is a Sunday.
  const weeks = weeksOf('2026-11')
  expect(weeks).toHaveLength(6)
  expect(weeks[0]).toEqual([undefined, undefined, undefined, undefined, undefined, undefined, '2026-11-01'])
  expect(weeks[1]?.[0]).toBe('2026-11-02')
  expect(weeks[5]).toEqual(['2026-11-30', undefined, undefined, undefined, undefined, undefined, undefined])
  // February 2027 begins on a Monday and has four full weeks.
  expect(weeksOf('2027-02').flat()).toHaveLength(28)
})

test('a day is held within a range', () => {
  const range = { from: '2026-11-22', to: '2028-11-22' }
  expect(['2026-11-21', '2027-01-01', '2030-01-01'].map((day) => dayWithin(day, range))).toEqual(['2026-11-22', '2027-01-01', '2028-11-22'])
})
