import { expect, test } from 'vitest'
import type { TourRuns } from '#shared/tours/runs.ts'
import { NEW_RULE, runsOf, toRunsDraft, validRunDays, withSeason } from './runs-draft.ts'

const SUMMER = { weekdays: [6], from: '05-01', to: '09-30' }

test('what is opened and sent untouched is the same, in the plainest form', () => {
  const kinds: TourRuns[] = [
    { kind: 'daily' },
    { kind: 'weekdays', weekdays: [1, 5] },
    { kind: 'dates', dates: ['2027-03-01'] },
    { kind: 'rules', rules: [SUMMER], also: [], except: [] },
    {
      kind: 'rules',
      rules: [
        { weekdays: [1], from: '2027-03-01' },
        { weekdays: [2], to: '2027-03-01' },
      ],
      also: [],
      except: [],
    },
    { kind: 'rules', rules: [{ weekdays: [6] }], also: ['2027-03-01'], except: [] },
    { kind: 'rules', rules: [], also: ['2027-03-01'], except: ['2027-03-02'] },
  ]
  for (const runs of kinds) expect(runsOf(toRunsDraft(runs))).toEqual(runs)
})

test('rules stay while “every day” is selected, and are not sent', () => {
  const draft = { ...toRunsDraft({ kind: 'rules', rules: [SUMMER], also: [], except: [] }), kind: 'daily' as const }
  expect(runsOf(draft)).toEqual({ kind: 'daily' })
})

test('a rule without weekdays, or with a season without ends, is not valid', () => {
  const draft = (rule: object) => ({ kind: 'rules' as const, rules: [{ ...NEW_RULE, ...rule }], also: [], except: [] })
  expect(validRunDays(draft({}))).toBeUndefined()
  expect(validRunDays(draft({ weekdays: [6], season: 'dates' }))).toBeUndefined()
  expect(validRunDays(draft({ weekdays: [6], season: 'dates', to: '2027-03-01' }))?.rules).toEqual([{ weekdays: [6], to: '2027-03-01' }])
  expect(validRunDays(draft({ weekdays: [6] }))?.rules).toEqual([{ weekdays: [6] }])
})

test('a season keeps its days of the year when it becomes yearly or dated', () => {
  const dated = { ...NEW_RULE, season: 'dates' as const, from: '2027-04-03', to: '' }
  expect(withSeason(dated, 'yearly', '2026-11-26')).toMatchObject({ season: 'yearly', from: '04-03', to: '09-30' })
  const yearly = { ...NEW_RULE, season: 'yearly' as const, from: '02-29', to: '09-30' }
  expect(withSeason(yearly, 'dates', '2027-01-01')).toMatchObject({ season: 'dates', from: '', to: '2027-09-30' })
})
