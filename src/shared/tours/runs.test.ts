import { expect, test } from 'vitest'
import { nextRunDays, runsOn, tourRunsSchema, weekdayOf } from './runs.ts'

test('weekdays count from Monday', () => {
  expect(weekdayOf('2027-03-01')).toBe(1)
  expect(weekdayOf('2027-03-07')).toBe(7)
})

test('a tour runs daily, on its weekdays or on its dates, and its next days are found', () => {
  const weekends = { kind: 'weekdays', weekdays: [6, 7] } as const
  const dates = { kind: 'dates', dates: ['2027-03-02', '2027-05-04'] } as const
  const daily = { kind: 'daily' } as const
  expect(['2027-03-05', '2027-03-06'].map((day) => runsOn({ ...weekends, weekdays: [6, 7] }, day))).toEqual([false, true])
  expect(['2027-03-01', '2027-03-02'].map((day) => runsOn({ ...dates, dates: [...dates.dates] }, day))).toEqual([false, true])
  expect(nextRunDays(daily, '2027-02-28', '2027-12-31', 2)).toEqual(['2027-02-28', '2027-03-01'])
  expect(nextRunDays({ ...weekends, weekdays: [6, 7] }, '2027-03-07', '2027-12-31', 2)).toEqual(['2027-03-07', '2027-03-13'])
  expect(nextRunDays({ ...dates, dates: [...dates.dates] }, '2027-03-03', '2027-05-03', 2)).toEqual([])
})

test('what staff type is sorted, each day once, and refused when it names none', () => {
  expect(tourRunsSchema.parse({ kind: 'weekdays', weekdays: [7, 1, 7] })).toEqual({ kind: 'weekdays', weekdays: [1, 7] })
  const dates = ['2027-05-04', '2027-03-02', '2027-05-04']
  expect(tourRunsSchema.parse({ kind: 'dates', dates })).toEqual({ kind: 'dates', dates: ['2027-03-02', '2027-05-04'] })
  for (const runs of [
    { kind: 'weekdays', weekdays: [] },
    { kind: 'weekdays', weekdays: [0] },
    { kind: 'dates', dates: ['2027-02-30'] },
    { kind: 'never' },
  ]) {
    expect(tourRunsSchema.safeParse(runs).success).toBe(false)
  }
})
