import { expect, test } from 'vitest'
import { agoText, daysText, daysUntilText, distanceText, lengthText } from './moments.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  [-5, '0 min'],
  [59 * MINUTE + 59_000, '59 min'],
  [HOUR, '1 h'],
  [47 * HOUR, '47 h'],
  [2 * DAY, '2 days'],
  [400 * DAY, '400 days'],
])('%i ms are %s', (ms, text) => {
  expect(lengthText(ms)).toBe(text)
})

test('a moment is told from now on, to both sides', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  expect(distanceText('2026-11-23T10:00:00Z', now)).toBe('in 3 days')
  expect(distanceText('2026-11-20T04:30:00Z', now)).toBe('5 h ago')
  expect(distanceText('2026-11-20T10:00:59Z', now)).toBe('in a moment')
  expect(distanceText('2026-11-20T09:59:01Z', now)).toBe('just now')
})

test('what has happened is never to come, though its clock is ahead of the visitor’s', () => {
  const now = Date.parse('2026-11-20T10:00:00Z')
  expect(agoText('2026-11-20T10:00:05Z', now)).toBe('just now')
  expect(agoText('2026-11-20T10:07:00Z', now)).toBe('just now')
  expect(agoText('2026-11-20T09:30:00Z', now)).toBe('30 min ago')
})

test('days are counted by the calendar, not by hours', () => {
  expect([-3, -1, 0, 1, 12].map(daysText)).toEqual(['3 days ago', 'yesterday', 'today', 'tomorrow', 'in 12 days'])
  const now = new Date(2026, 10, 20, 22, 0).getTime()
  expect(daysUntilText(new Date(2026, 10, 30, 9, 0).toISOString(), now)).toBe('in 10 days')
  expect(daysUntilText(new Date(2026, 10, 21, 1, 0).toISOString(), now)).toBe('tomorrow')
})
