import { expect, test } from 'vitest'
import { moneyActions, type Decided } from './queries.ts'

const PAID: Decided = { status: 'confirmed', isDepartureCancelled: false, payment: { leftCents: 800 } }
const by = (change: Partial<Decided>) => moneyActions({ ...PAID, ...change }, 'manager')

test('what can be decided about a booking follows from its status and from what is left of its payment', () => {
  expect(by({})).toEqual(['cancel', 'goodwill'])
  expect(by({ status: 'cancelled' })).toEqual(['goodwill'])
  expect(by({ status: 'cancelled', payment: { leftCents: 0 } })).toEqual([])
  expect(by({ status: 'pending', payment: undefined })).toEqual([])
})

test('a booking of a cancelled departure is about to end by itself, so nobody cancels it', () => {
  expect(by({ isDepartureCancelled: true })).toEqual(['goodwill'])
})

test('cancelling and refunding are for a manager', () => {
  expect([moneyActions(PAID, 'staff'), moneyActions(PAID, 'admin')]).toEqual([[], ['cancel', 'goodwill']])
})
