import { expect, it } from 'vitest'
import { priceText } from './price.tsx'

it('shows cents only where there are any', () => {
  expect(priceText({ cents: 129_900, currency: 'usd' })).toBe('$1,299')
  expect(priceText({ cents: 2_490_000, currency: 'inr' })).toBe('₹24,900')
  expect(priceText({ cents: 360_050, currency: 'inr' })).toBe('₹3,600.50')
})
