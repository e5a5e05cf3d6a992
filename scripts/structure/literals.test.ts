import { expect, test } from 'vitest'
import { findCurrencyLiterals } from './literals.ts'

const WEB = 'src/web/features/tours/tour-card.tsx'

test.each([
  ['a price in a text', "export const text = 'from $25 a day'"],
  ['another symbol', 'export const text = "₹60"'],
  ['a symbol before what is filled in', 'export const text = (price: number) => `$${price}`'],
  ['a symbol between tags', 'export const Price = ({ price }: { price: number }) => <b>${price}</b>'],
  ['a symbol of its own between tags', "export const Price = () => <b>{'$'}</b>"],
  ['an attribute', 'export const Price = () => <Amount currency="usd" />'],
  ['a code', "export const code = 'inr'"],
  ['a code in capitals', "export const amount = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD' })"],
  ['a code among the words of a text', "export const text = 'We charge in GBP.'"],
  ['a type', "export type Currency = 'usd' | 'gbp'"],
  ['a key', 'export const signs = { usd: 1 }'],
  ['a property', 'export const facts = CURRENCIES.usd'],
])('%s names a currency by hand', (_name, source) => {
  expect(findCurrencyLiterals(WEB, source)).toEqual([expect.stringContaining(`${WEB}:1: a currency by hand`)])
})

test.each([
  ['what is filled in', 'export const text = (price: string) => `from ${price}`'],
  ['what is filled in between tags', 'export const Price = ({ price }: { price: string }) => <b>{price}</b>'],
  ['a regular expression', 'export const whole = /^usd$/'],
  ['a comment', '// "$25", in usd\nexport const day = 25'],
  ['what a replacement has found', "export const text = 'a,b'.replace(/,/g, '\\\\$&')"],
  ['a longer word', "export const text = 'the inrush'"],
])('%s names none', (_name, source) => {
  expect(findCurrencyLiterals(WEB, source)).toEqual([])
})

test('the line is told, once', () => {
  const source = "export const a = 1\n\nexport const b = ['$1', '$2']\n"
  expect(findCurrencyLiterals('src/server/lib/b.ts', source)).toEqual([expect.stringContaining('src/server/lib/b.ts:3: ')])
})

test('money itself, tests, and what is not of the site may name them', () => {
  const source = "export const code = 'usd'"
  for (const name of ['src/shared/money.ts', 'src/web/lib/a.test.ts', 'packages/card-sandbox/money.ts', 'tests/support/buyers.ts']) {
    expect(findCurrencyLiterals(name, source)).toEqual([])
  }
})
