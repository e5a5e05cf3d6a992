import { expect, test } from 'vitest'
import { differenceText, movedSinceText } from './tills.tsx'

test('a difference says which way it goes', () => {
  expect(differenceText(9000, 10_000, 'usd')).toBe('$10.00 short')
  expect(differenceText(-500, -1000, 'gbp')).toBe('£5.00 over')
  expect(differenceText(10_000, 10_000, 'usd')).toBeUndefined()
  expect(differenceText(Number.NaN, 10_000, 'usd')).toBeUndefined()
})

test('what was recorded after a till was closed is told', () => {
  const closed = { countedCents: 9000, ledgerCents: 10_000, note: null, by: 'Ada', at: '2027-01-02T09:00:00Z' }
  expect(movedSinceText({ currency: 'usd', ledgerCents: 10_000, closed })).toBeUndefined()
  expect(movedSinceText({ currency: 'usd', ledgerCents: 12_500, closed })).toBe('$25.00 recorded after the count')
  expect(movedSinceText({ currency: 'usd', ledgerCents: 12_500, closed: null })).toBeUndefined()
})
