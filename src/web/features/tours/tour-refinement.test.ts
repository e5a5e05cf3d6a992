import { expect, test } from 'vitest'
import { narrowedByPrice, PRICE_OPTIONS, refinementFromParams, withRefinement } from './tour-refinement.ts'

test('order and price come back from the address as they were written, beside the filters', () => {
  const address = withRefinement(new URLSearchParams('destination=Japan'), { order: '-rating', price: '1500' })
  expect(address.toString()).toBe('destination=Japan&sort=-rating&price=1500')
  expect(refinementFromParams(address)).toEqual({ order: '-rating', price: '1500' })
  expect(withRefinement(new URLSearchParams('a=b'), { order: '', price: '' }).toString()).toBe('a=b')
})

test('what is not one of our choices is left out', () => {
  expect(refinementFromParams(new URLSearchParams('sort=colour&price=7'))).toEqual({ order: '', price: '' })
})

test('the price is part of the search text', () => {
  expect(narrowedByPrice('Japan 2 Guests', '1000')).toBe('Japan 2 Guests at most 1000')
  expect(narrowedByPrice('', '500')).toBe('at most 500')
  expect(narrowedByPrice('Japan', '')).toBe('Japan')
  expect(PRICE_OPTIONS[1]).toEqual({ value: '500', label: 'Up to $500' })
})
