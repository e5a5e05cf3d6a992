import { expect, test } from 'vitest'
import { closeTillBodySchema, isUnlocking, lastLockableDay, lockBodySchema } from './days.ts'

test.each([
  // The 15th ends at midnight, and 48 hours later is the beginning of the 18th.
  ['Europe/London', '2027-01-17T23:59:59Z', '2027-01-14'],
  ['Europe/London', '2027-01-18T00:00:00Z', '2027-01-15'],
  ['Asia/Tokyo', '2027-01-17T15:00:00Z', '2027-01-15'],
  // A day of 23 hours lies between: 48 hours are 48 hours.
  ['Europe/London', '2027-03-29T22:59:59Z', '2027-03-26'],
  ['Europe/London', '2027-03-29T23:00:00Z', '2027-03-26'],
  ['Europe/London', '2027-03-30T00:00:00Z', '2027-03-27'],
])('in %s at %s the last day that can be locked is %s', (zone, now, day) => {
  expect(lastLockableDay(zone, new Date(now))).toBe(day)
})

test('opening days again needs a reason, locking more does not', () => {
  expect(isUnlocking(null, '2027-01-01')).toBe(false)
  expect(isUnlocking('2027-01-31', '2027-01-01')).toBe(true)
  const isTaken = (body: object) => lockBodySchema.safeParse(body).success
  expect(isTaken({ seen: '2027-01-01', until: '2027-01-31' })).toBe(true)
  expect(isTaken({ seen: '2027-01-31', until: null })).toBe(false)
  expect(isTaken({ seen: '2027-01-31', until: '2027-01-01', reason: '  ' })).toBe(false)
  expect(isTaken({ seen: '2027-01-31', until: null, reason: 'A receipt was forgotten' })).toBe(true)
})

test('a difference in the till needs a note', () => {
  const till = { day: '2027-01-15', currency: 'gbp', countedCents: 9_500, ledgerCents: 10_000 }
  expect(closeTillBodySchema.safeParse(till).error?.issues).toEqual([expect.objectContaining({ path: ['note'] })])
  expect(closeTillBodySchema.safeParse({ ...till, note: 'Change given twice' }).success).toBe(true)
  expect(closeTillBodySchema.safeParse({ ...till, countedCents: 10_000 }).success).toBe(true)
  expect(closeTillBodySchema.safeParse({ ...till, countedCents: 99.5, note: 'x' }).success).toBe(false)
})
