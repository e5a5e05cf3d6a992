import { expect, it } from 'vitest'
import { holdEndText, holdLeftText } from './hold.tsx'

const end = '2026-11-02T14:32:00.000Z'
const before = (seconds: number) => Date.parse(end) - seconds * 1000

it('counts a hold down in whole minutes', () => {
  expect(holdLeftText(end, before(12 * 60))).toBe('12 minutes left')
  expect(holdLeftText(end, before(61))).toBe('2 minutes left')
  expect(holdLeftText(end, before(30))).toBe('less than a minute left')
  expect(holdLeftText(end, before(3 * 60 * 60 + 5))).toBe('3 hours left')
  expect(holdLeftText(end, before(5 * 24 * 60 * 60 + 5))).toBe('5 days left')
})

it('is over at its end, and if its end is not a date', () => {
  expect(holdLeftText(end, before(0))).toBeUndefined()
  expect(holdLeftText('soon', before(60))).toBeUndefined()
})

it('shows the day on which a hold of several days ends', () => {
  expect(holdEndText(end, before(60 * 60))).toMatch(/^\d\d:\d\d$/)
  expect(holdEndText(end, before(5 * 24 * 60 * 60))).toMatch(/^\d{1,2} \w{3,4}, \d\d:\d\d$/)
})
