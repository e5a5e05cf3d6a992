import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsToDecimal, centsToUnits, formatCents, unitsToCents } from './money.ts'

/** Every amount that the database can hold. */
const anyCents = fc.integer({ min: -2_147_483_648, max: 2_147_483_647 })

test.each([
  [0, '0.00'],
  [1, '0.01'],
  [99, '0.99'],
  [100, '1.00'],
  [124_550, '1245.50'],
  [-5, '-0.05'],
  [-12_345, '-123.45'],
  [2_147_483_647, '21474836.47'],
])('%i minor units are the decimal text %s', (cents, text) => {
  expect(centsToDecimal(cents)).toBe(text)
})

test.each([
  [0, '$0.00'],
  [99_999, '$999.99'],
  [100_000, '$1,000.00'],
  [123_456_789, '$1,234,567.89'],
  [-150, '−$1.50'],
])('%i cents are shown to a person as %s, always with two decimals', (cents, text) => {
  expect(formatCents(cents, 'usd')).toBe(text)
})

test('each currency has its own sign', () => {
  expect(formatCents(500, 'gbp')).toBe('£5.00')
  expect(formatCents(500, 'inr')).toBe('₹5.00')
})

test('what binary fractions do to a price is rounded away', () => {
  expect(unitsToCents(0.1 + 0.2)).toBe(30)
  expect(unitsToCents(1.1 * 3)).toBe(330)
  expect(unitsToCents(19.99)).toBe(1999)
  expect(centsToUnits(124_550)).toBe(1245.5)
})

test('no amount changes by going out as text or as number and coming back', () => {
  fc.assert(
    fc.property(anyCents, (cents) => {
      expect(unitsToCents(Number(centsToDecimal(cents)))).toBe(cents)
      expect(unitsToCents(centsToUnits(cents))).toBe(cents)
    }),
  )
})

test('the shown amount has the digits of the decimal text', () => {
  fc.assert(
    fc.property(anyCents, (cents) => {
      expect(formatCents(cents, 'usd').replaceAll(/[$,]/g, '').replace('−', '-')).toBe(centsToDecimal(cents))
    }),
  )
})
