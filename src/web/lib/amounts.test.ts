import { expect, test } from 'vitest'
import { withReadings } from './amounts.ts'

test('an amount that can be read in two ways has a message with both; other errors keep their own', () => {
  const checked = (path: string) => ({ success: false as const, error: { issues: [{ path, message: 'Please enter an amount' }] } })
  const messageOf = (values: object, path = 'price') => {
    const read = withReadings(checked(path), values, /^price$/, 'usd')
    return read.success ? undefined : read.error.issues[0]?.message
  }
  expect(messageOf({ price: '1,034' })).toBe('“1,034” can be read as 1034 or as 1.034. Please enter it without a thousands separator')
  expect(messageOf({ price: '5 €' })).toBe('Please enter the amount in USD')
  expect(messageOf({ price: '' })).toBe('Please enter an amount')
  expect(messageOf({ price: '1,034', name: '1,034' }, 'name')).toBe('Please enter an amount')
})
