import { expect, test } from 'vitest'
import { moved } from './reordering.tsx'

test('an entry is put at another place, and stays where it is at either end', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
  expect([moved(['a', 'b'], 0, -1), moved(['a', 'b'], 1, 2)]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
})
