import { expect, test } from 'vitest'
import { checkItem } from './step-checks.ts'
import { USUAL_ITEMS } from './items-step.tsx'

test.each(USUAL_ITEMS)('%s can be added as it is', (name, length, width, height) => {
  expect(checkItem({ name, length: `${length}`, width: `${width}`, height: `${height}` }, 0).success).toBe(true)
})

test('contains each name once', () => {
  expect(new Set(USUAL_ITEMS.map(([name]) => name)).size).toBe(USUAL_ITEMS.length)
})
