import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addMoney,
  centsToDecimal,
  centsToUnits,
  CURRENCIES,
  formatMoney,
  formatProviderMoney,
  isCurrency,
  toMoney,
  unitsToCents,
} from './money.ts'

/** Every amount that the database can hold. */
const anyCents = fc.integer({ min: -2_147_483_648, max: 2_147_483_647 })
const dollars = (cents: number) => ({ cents, currency: 'usd' as const })

test.each([
  [0, '0.00'],
  [1, '0.01'],
  [99, '0.99'],
  [100, '1.00'],
  [124_550, '1245.50'],
  [-5, '-0.05'],
  [-12_345, '-123.45'],
  [2_147_483_647, '21474836.47'],
])('%i cents are the decimal text %s', (cents, text) => {
  expect(centsToDecimal(cents)).toBe(text)
})

test.each([
  [0, '$0.00'],
  [7, '$0.07'],
  [99_999, '$999.99'],
  [100_000, '$1,000.00'],
  [123_456_789, '$1,234,567.89'],
  [-150, '−$1.50'],
])('%i cents are shown to a person as %s, always with two decimals', (cents, text) => {
  expect(formatMoney(dollars(cents))).toBe(text)
})

test.each([
  [0, '$0', '$0', '$0'],
  [2500, '$25', '$25', '$25'],
  [249_050, '$2,490.50', '$2490.50', '$2490'],
  [249_000, '$2,490', '$2490', '$2490'],
  [3_600_005, '$36,000.05', '$36000.05', '$36000'],
  [-99, '−$0.99', '−$0.99', '−$0'],
])('%i cents are %s where cents are shown only if there are any, %s ungrouped, and %s as a whole number', (cents, short, plain, whole) => {
  expect(formatMoney(dollars(cents), 'if any')).toBe(short)
  expect(formatMoney(dollars(cents), 'if any', false)).toBe(plain)
  expect(formatMoney(dollars(cents), 'never', false)).toBe(whole)
})

test('every currency has two decimals', () => {
  for (const currency of CURRENCIES) {
    const { maximumFractionDigits } = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions()
    expect(maximumFractionDigits, currency).toBe(2)
  }
})

test('each currency has its own symbol', () => {
  const symbols = CURRENCIES.map((currency) => formatMoney({ cents: 100, currency }).replace('1.00', ''))
  expect(symbols.filter((symbol) => /^\p{Sc}$/u.test(symbol))).toEqual([...new Set(symbols)])
  expect(formatMoney({ cents: 500, currency: 'gbp' })).toBe('£5.00')
  expect(formatMoney({ cents: 500, currency: 'inr' })).toBe('₹5.00')
  expect(formatMoney({ cents: 109_050, currency: 'eur' })).toBe('€1,090.50')
})

test('amounts in one currency can be added; amounts in two cannot', () => {
  expect(addMoney(dollars(150), dollars(-50))).toEqual(dollars(100))
  expect(() => addMoney(dollars(150), { cents: 50, currency: 'inr' })).toThrow('usd and inr cannot be added')
})

test('an amount in a currency that we do not know has its code, and the decimals that the card provider counts', () => {
  expect(formatProviderMoney(109_000, 'usd')).toBe('$1,090.00')
  expect(formatProviderMoney(109_000, 'chf')).toBe('CHF 1,090.00')
  expect(formatProviderMoney(109_000, 'jpy')).toBe('JPY 109,000')
  expect(formatProviderMoney(109_000, 'isk')).toMatch(/^ISK 1,090/)
})

test('a currency is one of ours only under its own code', () => {
  expect(['usd', 'inr', 'USD', 'jpy', 'length', '', null, undefined].filter(isCurrency)).toEqual(['usd', 'inr'])
})

test('an amount comes over the wire as a number or as text', () => {
  expect(toMoney(1245.5, 'usd')).toEqual(dollars(124_550))
  expect(toMoney('1245.50', 'usd')).toEqual(dollars(124_550))
})

test('the error of binary fractions is rounded away', () => {
  expect(unitsToCents(0.1 + 0.2)).toBe(30)
  expect(unitsToCents(1.1 * 3)).toBe(330)
  expect(unitsToCents(19.99)).toBe(1999)
  expect(centsToUnits(124_550)).toBe(1245.5)
})

test('no amount changes when it goes out as text or as a number and comes back (ASVS 1.4.2)', () => {
  fc.assert(
    fc.property(anyCents, (cents) => {
      expect(unitsToCents(Number(centsToDecimal(cents)))).toBe(cents)
      expect(unitsToCents(centsToUnits(cents))).toBe(cents)
    }),
  )
})

test('the displayed amount has the digits of the decimal text', () => {
  fc.assert(
    fc.property(anyCents, (cents) => {
      expect(formatMoney(dollars(cents)).replaceAll(/[$,]/g, '').replace('−', '-')).toBe(centsToDecimal(cents))
    }),
  )
})
