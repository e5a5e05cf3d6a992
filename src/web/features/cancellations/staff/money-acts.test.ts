import { expect, test } from 'vitest'
import type { ReadMoney } from '#shared/refunds/staff.ts'
import { messagesOf } from '#web/lib/form-issues.ts'
import { actText, checkDecision, consequence, policyText, type MoneyValues } from './money-acts.ts'

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
