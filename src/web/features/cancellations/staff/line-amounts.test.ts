import { expect, test } from 'vitest'
import type { ReadMoney } from '#shared/refunds/staff.ts'
import { giveableCents, takeLine } from './line-amounts.ts'

const BIKE = { kind: 'extra', name: 'Bicycle', quantity: 2, totalCents: 4_000, discountCents: 0 }
const ADULT = { kind: 'unit', name: 'Adult', quantity: 2, totalCents: 10_000, discountCents: -1_000 }
const DISCOUNT = { kind: 'discount', name: 'Early booking', quantity: 1, totalCents: -1_000, discountCents: 0 }
const MONEY: ReadMoney = {
  status: 'confirmed',
  paidCents: 13_000,
  returnedCents: 0,
  policyCents: 13_000,
  currency: 'usd',
  totalCents: 13_000,
  leftCents: 13_000,
  tier: 'full',
  daysLeft: 30,
  policy: { fullRefundDays: 14, partialRefundDays: 7, partialRefundPercentage: 50 },
  dispute: 'none',
  lines: [ADULT, BIKE, DISCOUNT],
}

test('of a line goes back what it cost less its part of the discounts, and never more than is left or than a dispute lets go', () => {
  expect([ADULT, BIKE, DISCOUNT].map((line) => giveableCents(line, MONEY))).toEqual([9_000, 4_000, 0])
  expect(giveableCents(ADULT, { ...MONEY, leftCents: 2_500 })).toBe(2_500)
  expect(giveableCents(ADULT, { ...MONEY, disputedCents: 12_000 })).toBe(1_000)
  expect(giveableCents(ADULT, { ...MONEY, disputedCents: 13_000 })).toBe(0)
})

test('a line’s name becomes the reason, unless somebody has written one', () => {
  const values = { how: 'policy', amount: '', reason: '' } as const
  expect(takeLine(BIKE, 4_000, values, MONEY)).toEqual({ amount: '40.00', reason: '2 × Bicycle' })
  expect(takeLine(BIKE, 4_000, { ...values, reason: '2 × Adult' }, MONEY)).toEqual({ amount: '40.00', reason: '2 × Bicycle' })
  expect(takeLine(BIKE, 4_000, { ...values, reason: 'A flat tyre' }, MONEY)).toEqual({ amount: '40.00' })
})
