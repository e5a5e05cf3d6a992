import { expect, test } from 'vitest'
import type { ReadMoney } from '#shared/refunds/staff.ts'
import { messagesOf } from '#web/lib/form-issues.ts'
import { actText, checkDecision, consequence, giveableCents, policyText, takeLine, type MoneyValues } from './money-acts.ts'

const MONEY: ReadMoney = {
  status: 'confirmed',
  paidCents: 218_000,
  returnedCents: 20_000,
  policyCents: 89_000,
  currency: 'usd',
  totalCents: 218_000,
  leftCents: 198_000,
  tier: 'partial',
  daysLeft: 9,
  policy: { fullRefundDays: 14, partialRefundDays: 7, partialRefundPercentage: 50 },
  dispute: 'none',
}
const SEEN = { status: 'confirmed', paidCents: 218_000, returnedCents: 20_000, policyCents: 89_000 }
const BOOKING = {
  status: 'confirmed',
  reference: 'M-1',
  guests: 2,
  paymentId: 'pi_1',
  customer: { id: 'u', name: 'Ada', email: 'ada@example.test' },
  phone: null,
}
const values = (rest: Partial<MoneyValues>): MoneyValues => ({ how: 'policy', amount: '', reason: 'Flood', ...rest })

test('a decision carries what was seen; by the policy it names no amount', () => {
  expect(checkDecision('cancel', values({}), MONEY)).toEqual({ success: true, data: { reason: 'Flood', seen: SEEN } })
  expect(checkDecision('cancel', values({ how: 'other', amount: '1,980.00' }), MONEY)).toEqual({
    success: true,
    data: { reason: 'Flood', amountCents: 198_000, seen: SEEN },
  })
  expect(checkDecision('goodwill', values({ amount: '100' }), MONEY)).toMatchObject({ success: true, data: { amountCents: 10_000 } })
})

test.each([
  ['cancel', values({ reason: ' ' }), { reason: 'Please enter a reason' }],
  ['cancel', values({ how: 'other' }), { amount: 'Please enter an amount' }],
  ['cancel', values({ how: 'other', amount: '1980.01' }), { amount: 'No more than $1,980.00 can be refunded' }],
  ['cancel', values({ how: 'other', amount: '-1' }), { amount: 'The amount cannot be negative' }],
  ['goodwill', values({ amount: '0' }), { amount: 'Please enter an amount' }],
  ['goodwill', values({ amount: 'much' }), { amount: 'Please enter an amount' }],
] as const)('%s is refused before it is sent: %o', (act, given, messages) => {
  expect(messagesOf(checkDecision(act, given, MONEY))).toEqual(messages)
})

test('it is said before how much money moves, and to whom', () => {
  expect(consequence('cancel', BOOKING, MONEY, 89_000)).toBe(
    'Booking M-1 will be cancelled and its seats (2 guests) will be released. $890.00 will be refunded to Ada (ada@example.test), who will be emailed your reason. You can’t undo this.',
  )
  expect(consequence('cancel', BOOKING, MONEY, 0)).toContain(
    'Booking M-1 will be cancelled and its seats (2 guests) will be released. No refund will be made to Ada (ada@example.test), who will be emailed your reason. You can’t undo this.',
  )
  expect(consequence('cancel', BOOKING, { ...MONEY, dispute: 'open' }, 89_000)).toContain('once the dispute is settled')
  expect(consequence('cancel', { ...BOOKING, paymentId: null }, MONEY, 89_000)).toContain('$890.00 will be repaid manually to Ada')
  expect(consequence('goodwill', BOOKING, MONEY, Number.NaN)).toContain('This amount will be refunded to Ada')
  expect(policyText(MONEY)).toBe('9 days before departure: 50% refund due.')
  expect(policyText({ ...MONEY, tier: 'none', daysLeft: -1 })).toBe('After departure: no refund due.')
})

test('the button says how the money goes back: by card, or by hand what was paid by transfer or in cash', () => {
  const byTransfer = { ...BOOKING, paymentId: null }
  expect(actText('cancel', BOOKING, MONEY, 89_000)).toBe('Cancel and refund $890.00')
  expect(actText('cancel', byTransfer, MONEY, 89_000)).toBe('Cancel and repay $890.00 manually')
  expect(actText('cancel', byTransfer, MONEY, 0)).toBe('Cancel without a refund')
  expect(actText('goodwill', byTransfer, MONEY, 5_000)).toBe('Repay $50.00 manually')
})

const BIKE = { kind: 'extra', name: 'Bicycle', quantity: 2, totalCents: 4_000, discountCents: 0 }
const ADULT = { kind: 'unit', name: 'Adult', quantity: 2, totalCents: 10_000, discountCents: -1_000 }
const DISCOUNT = { kind: 'discount', name: 'Early booking', quantity: 1, totalCents: -1_000, discountCents: 0 }
const LEFT: ReadMoney = {
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
  expect([ADULT, BIKE, DISCOUNT].map((line) => giveableCents(line, LEFT))).toEqual([9_000, 4_000, 0])
  expect(giveableCents(ADULT, { ...LEFT, leftCents: 2_500 })).toBe(2_500)
  expect(giveableCents(ADULT, { ...LEFT, disputedCents: 12_000 })).toBe(1_000)
  expect(giveableCents(ADULT, { ...LEFT, disputedCents: 13_000 })).toBe(0)
})

test('a line’s name becomes the reason, unless someone has written one', () => {
  const typed = { how: 'policy', amount: '', reason: '' } as const
  expect(takeLine(BIKE, 4_000, typed, LEFT)).toEqual({ amount: '40.00', reason: '2 × Bicycle' })
  expect(takeLine(BIKE, 4_000, { ...typed, reason: '2 × Adult' }, LEFT)).toEqual({ amount: '40.00', reason: '2 × Bicycle' })
  expect(takeLine(BIKE, 4_000, { ...typed, reason: 'A flat tyre' }, LEFT)).toEqual({ amount: '40.00' })
})
