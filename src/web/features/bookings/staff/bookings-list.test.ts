import { expect, test } from 'vitest'
import { statusChoices } from './booking-status.tsx'
import { countText } from './bookings-list.tsx'

test('the count of a partly loaded list includes the total', () => {
  const list = { shown: 50, total: 1200, isMore: true, order: 'newest first' }
  expect(countText(list)).toBe('50 of 1,200 bookings, newest first')
  expect(countText({ ...list, total: undefined })).toBe('50 of more than 1,000 bookings, newest first')
  expect(countText({ ...list, total: 50, isMore: false })).toBe('50 bookings, newest first')
  expect(countText({ ...list, shown: 1, total: 1, isMore: false })).toBe('1 booking')
})

test('a status says who acts next: the customer who pays or the staff who quote', () => {
  const named = (kind: string) => statusChoices(kind).slice(0, 2)
  expect(named('tour')[0]).toEqual({ value: 'pending', name: 'Awaiting payment' })
  expect(named('vehicle').map(({ name }) => name)).toEqual(['Awaiting quote', 'Awaiting payment'])
  expect(named('').map(({ name }) => name)).toEqual(['Awaiting payment or quote', 'Quote awaiting payment'])
})
