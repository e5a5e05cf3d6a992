import { expect, test } from 'vitest'
import { nextRunDays, runsOn } from '#shared/run-days.ts'
import { runDaysOf, tourRunsSchema, type TourRuns } from './runs.ts'

test('a tour runs daily, on its weekdays, on its dates or by its rules, and its next days are found', () => {
  const weekends = runDaysOf({ kind: 'weekdays', weekdays: [6, 7] })
  const dates = runDaysOf({ kind: 'dates', dates: ['2027-03-02', '2027-05-04'] })
  expect(['2027-03-05', '2027-03-06'].map((day) => runsOn(weekends, day))).toEqual([false, true])
  expect(['2027-03-01', '2027-03-02'].map((day) => runsOn(dates, day))).toEqual([false, true])
  for (const daily of [undefined, { kind: 'daily' } satisfies TourRuns]) {
    expect(nextRunDays(runDaysOf(daily), '2027-02-28', '2027-12-31', 2)).toEqual(['2027-02-28', '2027-03-01'])
  }
  expect(nextRunDays(weekends, '2027-03-07', '2027-12-31', 2)).toEqual(['2027-03-07', '2027-03-13'])
  expect(nextRunDays(dates, '2027-03-03', '2027-05-03', 2)).toEqual([])
  const rules: TourRuns = { kind: 'rules', rules: [{ weekdays: [6] }], also: [], except: ['2027-03-06'] }
  expect(nextRunDays(runDaysOf(rules), '2027-03-01', '2027-12-31', 1)).toEqual(['2027-03-13'])
})

test('what staff type is sorted, each day once, and refused when it names none', () => {
  expect(tourRunsSchema.parse({ kind: 'weekdays', weekdays: [7, 1, 7] })).toEqual({ kind: 'weekdays', weekdays: [1, 7] })
  const dates = ['2027-05-04', '2027-03-02', '2027-05-04']
  expect(tourRunsSchema.parse({ kind: 'dates', dates })).toEqual({ kind: 'dates', dates: ['2027-03-02', '2027-05-04'] })
  for (const runs of [
    { kind: 'weekdays', weekdays: [] },
    { kind: 'weekdays', weekdays: [0] },
    { kind: 'dates', dates: [] },
    { kind: 'dates', dates: ['2027-02-30'] },
    { kind: 'rules', rules: [], also: [], except: ['2027-02-28'] },
    { kind: 'never' },
  ]) {
    expect(tourRunsSchema.safeParse(runs).success).toBe(false)
  }
})
