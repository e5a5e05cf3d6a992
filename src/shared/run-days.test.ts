import { expect, test } from 'vitest'
import { nextRunDays, runDaysSchema, runsOn, weekdayOf, type RunRule } from './run-days.ts'

const DAILY = [1, 2, 3, 4, 5, 6, 7]
const by = (...rules: RunRule[]) => ({ rules, also: [], except: [] })

test('weekdays count from Monday', () => {
  expect(weekdayOf('2027-03-01')).toBe(1)
  expect(weekdayOf('2027-03-07')).toBe(7)
})

test('Saturdays of a season every year are 22 days in one year and as many in the next', () => {
  const season = by({ weekdays: [6], from: '05-01', to: '09-30' })
  const days = nextRunDays(season, '2027-01-01', '2028-12-31', 100)
  expect(days.filter((day) => day.startsWith('2027'))).toHaveLength(22)
  expect([days[0], days[21], days[22]]).toEqual(['2027-05-01', '2027-09-25', '2028-05-06'])
})

test('a season may go over New Year, include 29 February, or be of one year with an open end', () => {
  const winter = by({ weekdays: DAILY, from: '12-20', to: '02-29' })
  const asked = ['2027-12-19', '2027-12-20', '2027-12-31', '2028-01-01', '2028-02-29', '2028-03-01']
  expect(asked.map((day) => runsOn(winter, day))).toEqual([false, true, true, true, true, false])
  const [since, until] = [by({ weekdays: DAILY, from: '2027-12-31' }), by({ weekdays: DAILY, to: '2027-12-31' })]
  expect(asked.map((day) => runsOn(since, day))).toEqual([false, false, true, true, true, true])
  expect(asked.map((day) => runsOn(until, day))).toEqual([true, true, true, false, false, false])
})

test('dates are added to what the rules say, and exceptions are left out of both', () => {
  const runDays = { rules: [{ weekdays: [6] }], also: ['2027-03-01', '2027-03-02'], except: ['2027-03-02', '2027-03-06'] }
  expect(nextRunDays(runDays, '2027-03-01', '2027-03-14', 9)).toEqual(['2027-03-01', '2027-03-13'])
})

test('what staff type is sorted, and a season that makes no sense is refused where it is wrong', () => {
  const typed = { rules: [{ weekdays: [7, 6, 7] }], also: ['2027-03-02', '2027-03-01'], except: [] }
  expect(runDaysSchema.parse(typed)).toEqual({ rules: [{ weekdays: [6, 7] }], also: ['2027-03-01', '2027-03-02'], except: [] })
  const wrong: [Partial<RunRule>, string][] = [
    [{ weekdays: [] }, 'weekdays'],
    [{ weekdays: [8] }, 'weekdays.0'],
    [{ from: '02-30', to: '03-01' }, 'from'],
    [{ from: '05-01' }, 'to'],
    [{ to: '05-01' }, 'from'],
    [{ from: '2027-05-01', to: '09-30' }, 'to'],
    [{ from: '2027-05-01', to: '2027-04-30' }, 'to'],
  ]
  for (const [rule, path] of wrong) {
    const { error } = runDaysSchema.safeParse(by({ weekdays: DAILY, ...rule }))
    expect(error?.issues.map((issue) => issue.path.join('.'))).toEqual([`rules.0.${path}`])
  }
})
