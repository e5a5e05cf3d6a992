import { expect, test } from 'vitest'
import { typedCents } from './amounts.ts'

test('what is typed becomes cents', () => {
  expect(['12', '12.5', '1,234.56', ' 0 ', '', 'x'].map(typedCents)).toEqual([1200, 1250, 123_456, 0, Number.NaN, Number.NaN])
})
