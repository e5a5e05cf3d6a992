import { expect, test } from 'vitest'
import { priceText } from './price-text.ts'

test('a price is shown as lines with its discounts, and only as many as fit beside the card page’s button', () => {
  const option = { name: 'English guide', startTime: '02:30' }
  const lines = [
    { kind: 'unit', name: 'Adult', quantity: 2, totalCents: 13_000 },
    { kind: 'discount', name: 'Early booking, 10% off', quantity: 1, totalCents: -1_300 },
  ] as const
  expect(priceText(option, lines, 'usd')).toBe('02:30, English guide: 2 × Adult $130.00; Early booking, 10% off −$13.00.')
  expect(priceText({ ...option, startTime: null }, lines.slice(0, 1), 'usd')).toBe('English guide: 2 × Adult $130.00.')
  const many = Array.from({ length: 32 }, (_, index) => ({
    kind: 'extra' as const,
    name: 'n'.repeat(80),
    quantity: index,
    totalCents: 100,
  }))
  const text = priceText(option, many, 'usd')
  expect(text).toMatch(/; 25 more\.$/)
  expect(text.length).toBeLessThan(800)
})
