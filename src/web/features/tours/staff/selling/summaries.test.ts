import { expect, test } from 'vitest'
import { SELLING } from '../../../../../../tests/support/selling.ts'
import { changeInWords, detailsSummary, optionSummary, seasonSummary } from './summaries.ts'
import { toDraft } from './selling-draft.ts'

const { options } = toDraft(SELLING)
const [english] = options
if (!english) throw new Error('There is an option.')
const PERCENT = { changes: 'percent', direction: 'less', percent: '20', prices: [] } as const

test('an option is who travels at what price, and when', () => {
  expect(optionSummary(english, 'usd')).toBe('Adult $50, child $30, infant $0 · 03:00, 09:00')
  const groupSteps = [{ from: '1', to: '4', priceCents: '400' }]
  expect(optionSummary({ ...english, pricedBy: 'group', groupSteps, startTimes: [] }, 'usd')).toBe('Up to 4 people $400')
  expect(detailsSummary(english)).toBe('1 pickup place')
  expect(detailsSummary({ ...english, pickups: [] })).toBe('same as the tour')
})

test('a season is when it is and what it changes', () => {
  const when = { weekdays: [6, 7], season: 'yearly', from: '06-01', to: '08-31' } as const
  const season = { key: 's', row: 's', name: 'Summer', ...PERCENT, prices: [], when: { ...when, weekdays: [6, 7] } }
  expect(seasonSummary(season, options, 'usd')).toBe('On Saturdays and Sundays from 1 June to 31 August · 20% less')
  const prices = [{ optionId: 'english', unitId: 'adult', priceCents: '54.50' }]
  expect(changeInWords({ ...PERCENT, changes: 'prices', prices }, options, 'usd')).toBe('adult $54.50, others 20% less')
  expect(changeInWords({ ...PERCENT, prices: [], percent: '' }, options, 'usd')).toBe('no change yet')
})
