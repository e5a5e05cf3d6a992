import { expect, test } from 'vitest'
import { pauseSeconds } from './site-process.mjs'

test('the first failure is made good at once, and the pauses then double up to a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10_000].map(pauseSeconds)).toEqual([0, 1, 2, 4, 8, 16, 32, 60, 60, 60])
})
