import fc from 'fast-check'
import { expect, test } from 'vitest'
import { centsToDecimal, CURRENCIES, formatMoney } from './money.ts'
import { CENTIMETRES, readAmount, readTyped, typedCents, typedNumber, typedWhole } from './typed-numbers.ts'

test.each([
  ['24,50', 2450],
  ['24.50', 2450],
  ['12,5', 1250],
  ['1.034,50', 103_450],
  ['1,034.50', 103_450],
  ['1 034,50', 103_450],
  ['1\u{a0}034,50', 103_450],
  ['1\u{202f}034,50', 103_450],
  ["1'034.50", 103_450],
  ['1’034.50', 103_450],
  ['1034.5', 103_450],
  ['1.034.500', 103_450_000],
  ['1,034,500.00', 103_450_000],
  ['1,00,000', 10_000_000],
  ['12,34,567.8', 123_456_780],
  ['1034.500', 103_450],
  ['0,500', 50],
  ['1,034.500', 103_450],
  [',50', 50],
  ['.5', 50],
  ['１，０３４．５０', 103_450],
  ['$1,034.50', 103_450],
  ['1.034,50 €', 103_450],
  ['EUR 24,50', 2450],
  ['24,50 eur', 2450],
  ['₹1,00,000', 10_000_000],
  ['−5', -500],
  ['-$5.00', -500],
  ['$-5.00', -500],
  ['+5', 500],
  ['-0', 0],
  ['007', 700],
])('the amount %j has one reading: %i cents', (text, cents) => {
  expect(typedCents(text)).toBe(cents)
})

test.each([
  ['1,034', '1034', '1.034'],
  ['1.034', '1034', '1.034'],
  ['24,500', '24500', '24.5'],
  ['$12.345', '12345', '12.345'],
])('the amount %j has two readings, and the message gives both', (text, one, other) => {
  expect(typedCents(text)).toBeNaN()
  expect(readAmount(text).message).toBe(`“${text}” can be read as ${one} or as ${other}. Please enter it without a thousands separator`)
})

test.each([
  ['', undefined],
  ['much', undefined],
  ['1e3', undefined],
  ['0x10', undefined],
  ['Infinity', undefined],
  ['5-', undefined],
  ['(5)', undefined],
  ['--5', undefined],
  ['24,-', undefined],
  ['24.', undefined],
  ['1,03,4', undefined],
  ['1,20,0', undefined],
  ['1 2', undefined],
  ['1.034 567', undefined],
  ['½', undefined],
  ['12²', undefined],
  ['٣', undefined],
  ['CHF 5', undefined],
  ['$$5', undefined],
  ['24.555', '“24.555” can be read as 24555 or as 24.555. Please enter it without a thousands separator'],
  ['1034.567', 'Please use at most 2 decimals'],
  ['9999999999999999', 'This number is too long'],
])('the amount %j is refused', (text, message) => {
  expect(readAmount(text)).toEqual({ message })
  expect(typedCents(text)).toBeNaN()
})

test('an amount may have only the sign or code of its own currency', () => {
  expect(typedCents('€5', 'eur')).toBe(500)
  expect(readAmount('€5', 'usd')).toEqual({ message: 'Please enter the amount in USD' })
  expect(readAmount('gbp 5', 'usd')).toEqual({ message: 'Please enter the amount in USD' })
})

test('a number without decimals has one reading, as a price in yen or a count', () => {
  expect(['1,034', '1.034', '1 034', '16'].map(typedWhole)).toEqual([1034, 1034, 1034, 16])
  expect(['24,50', '24.0', '1.5', ''].map(typedWhole)).toEqual([Number.NaN, Number.NaN, Number.NaN, Number.NaN])
})

test('percentages and centimetres follow the same reader', () => {
  expect(typedNumber('19,5 %', { decimals: 2, marks: ['%'] })).toBe(19.5)
  expect(typedNumber('120,5 cm', CENTIMETRES)).toBe(120.5)
  expect(readTyped('1.200', CENTIMETRES).message).toContain('1200 or as 1.2.')
})

const anyCents = fc.integer({ min: -2_147_483_648, max: 2_147_483_647 })
const anyText = fc.string({ unit: fc.constantFrom(...Array.from("0123456789.,' -")), maxLength: 12 })

/** Written independently of the reader: takes every mark in turn as the decimal mark, and no mark. */
function meaningsOf(text: string): Set<number> {
  const meanings = new Set<number>()
  const lakhs = /^[1-9]\d?(,\d\d)+,\d{3}$/
  for (const at of [text.length, text.lastIndexOf('.'), text.lastIndexOf(',')]) {
    if (at < 0 || (at < text.length && !/^\d+$/.test(text.slice(at + 1)))) continue
    const whole = text.slice(0, at)
    const isGrouped = ['.', ',', ' ', "'"].some(
      (group) =>
        group !== text[at] &&
        /^[1-9]\d{0,2}$/.test(whole.split(group)[0] ?? '') &&
        whole
          .split(group)
          .slice(1)
          .every((part) => /^\d{3}$/.test(part)),
    )
    const isLakhs = lakhs.test(whole) && text[at] !== ','
    const isPlain = /^\d+$/.test(whole) || (whole === '' && at < text.length)
    if (isGrouped || isLakhs || isPlain) meanings.add(Number(`${whole.replaceAll(/[^\d]/g, '') || '0'}.${text.slice(at + 1) || '0'}`))
  }
  return meanings
}

test('what the reader accepts has exactly one reading', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const value = typedNumber(text, { decimals: 12 })
      const meanings = meaningsOf(text.trim().replace(/^-\s?/, ''))
      if (Number.isNaN(value)) return
      expect([...meanings]).toEqual([Math.abs(value)])
    }),
    { numRuns: 5000 },
  )
})

test('every amount that we format reads back as itself', () => {
  fc.assert(
    fc.property(anyCents, fc.constantFrom(...CURRENCIES), (cents, currency) => {
      expect(typedCents(formatMoney({ cents, currency }), currency) + 0).toBe(cents)
      expect(typedCents(centsToDecimal(cents), currency) + 0).toBe(cents)
      expect(typedCents(centsToDecimal(cents).replace('.', ','), currency) + 0).toBe(cents)
    }),
  )
})

test.each(['en-US', 'de-DE', 'fr-FR', 'de-CH', 'en-IN', 'pl-PL', 'sv-SE'])('an amount as %s writes it reads back as itself', (locale) => {
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  fc.assert(
    fc.property(anyCents, (cents) => {
      expect(typedCents(format.format(cents / 100)) + 0).toBe(cents)
    }),
  )
})
