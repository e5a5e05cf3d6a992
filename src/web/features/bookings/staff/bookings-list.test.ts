import { expect, test } from 'vitest'
import { countText } from './bookings-list.tsx'

test('the count of a partly loaded list includes the total', () => {
  const list = { shown: 50, total: 1200, isMore: true, order: 'newest first' }
  expect(countText(list)).toBe('50 of 1,200 bookings, newest first')
  expect(countText({ ...list, total: undefined })).toBe('50 of more than 1,000 bookings, newest first')
  expect(countText({ ...list, total: 50, isMore: false })).toBe('50 bookings, newest first')
  expect(countText({ ...list, shown: 1, total: 1, isMore: false })).toBe('1 booking')
})
