import { expect, test } from 'vitest'
import { isRefined, PRICE_OPTIONS, refinementFromParams, UNREFINED, withRefinement } from './tour-refine.tsx'

test('order, price, seats and free cancellation come back from the address as they were written, beside the filters', () => {
  const refinement = { order: '-rating', price: '1500', seats: '6', isFreeToCancel: true } as const
  const address = withRefinement(new URLSearchParams('destination=Japan'), refinement)
  expect(address.toString()).toBe('destination=Japan&sort=-rating&price=1500&seats=6&cancellation=free')
  expect(refinementFromParams(address)).toEqual(refinement)
  expect(withRefinement(new URLSearchParams('a=b'), UNREFINED).toString()).toBe('a=b')
})

test('what is not one of our choices is left out', () => {
  expect(refinementFromParams(new URLSearchParams('sort=colour&price=7&seats=5&cancellation=never'))).toEqual(UNREFINED)
})

test('a price is named in the currency of the tours', () => {
  expect(PRICE_OPTIONS[1]).toEqual({ value: '500', label: 'Up to $500' })
})

test('each choice alone counts as refined', () => {
  const each = [{ order: 'price' }, { price: '500' }, { seats: '4' }, { isFreeToCancel: true }] as const
  expect([isRefined(UNREFINED), ...each.map((choice) => isRefined({ ...UNREFINED, ...choice }))]).toEqual([false, true, true, true, true])
})
