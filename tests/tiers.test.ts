import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#server/config/root.ts'
import { DAY_SPECS, dayPattern } from './e2e/day.ts'
import { LONG_TESTS } from './tiers.ts'

test('each file and each title that decides when a test runs is there', () => {
  expect(LONG_TESTS.filter((file) => !existsSync(path.join(projectRoot, file)))).toEqual([])
  const gone = Object.entries(DAY_SPECS).flatMap(([name, titles]) => {
    const file = path.join(import.meta.dirname, `e2e/${name}.spec.ts`)
    const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
    return titles.filter((title) => !text.includes(title)).map((title) => `${name}: ${title}`)
  })
  expect(gone).toEqual([])
})

test.each([
  ['pictures booking-by-keyboard.spec.ts at 390 pixels a visitor signs up, books, pays, cancels and logs out by keyboard alone', true],
  ['pictures booking-by-keyboard.spec.ts at 1440 pixels a visitor signs up, books, pays, cancels and logs out by keyboard alone', false],
  ['words slow-pages.spec.ts in the console too', false],
])('%s: whether npm test runs it is %s', (name, isOfDay) => {
  expect(dayPattern().test(name)).toBe(isOfDay)
})
