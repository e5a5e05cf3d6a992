import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/config/root.ts'
import { DAY_TITLES, LONG_TESTS } from './tiers.ts'

test('each file that is left to npm run test:all is there', () => {
  expect(LONG_TESTS.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([])
})

test.each([
  ['pictures booking-by-keyboard.spec.ts at 390 pixels a visitor signs up @day', true],
  ['pictures booking-by-keyboard.spec.ts at 1440 pixels a visitor signs up @day', false],
  ['words slow-pages.spec.ts in the console too', false],
])('%s: whether npm test runs it is %s', (title, isOfDay) => {
  expect(DAY_TITLES.test(title)).toBe(isOfDay)
})
