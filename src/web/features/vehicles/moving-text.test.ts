import { expect, it } from 'vitest'
import { earliestMovingDate, latestMovingDate, movingText } from './moving-text.ts'

it('offers moments from one hour from now, in the format of the field', () => {
  expect(earliestMovingDate(new Date('2026-12-31T23:15:40'))).toBe('2027-01-01T00:15')
})

it('offers moments up to two years ahead', () => {
  expect(latestMovingDate(new Date('2026-12-31T23:15:40'))).toBe('2028-12-31T23:59')
})

it('writes a moment in the short format, and nothing for none', () => {
  expect(movingText('2026-11-21T09:30')).toMatch(/21 Nov,? 2026/)
  expect(movingText('')).toBe('')
  expect(movingText('soon')).toBe('')
})
