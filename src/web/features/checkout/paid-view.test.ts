import { expect, test } from 'vitest'
import { toPaidView } from './paid-view.ts'

const PAID = {
  kind: 'tour',
  title: 'Tokyo',
  startsOn: '2027-03-01',
  guests: 2,
  reference: 'ABC',
  amount: '2180.00',
  currency: 'usd',
} as const

test('what was paid is named with its day, group and amount', () => {
  const view = toPaidView({ ...PAID, outcome: 'paid' })
  expect(view).toMatchObject({ heading: 'Thank you. Your booking is confirmed', amount: '$2,180.00', isBooked: true })
  expect(view.facts.map(({ value }) => value)).toEqual(['Tokyo', '1 Mar 2027', '2 guests', 'ABC'])
})

test('a payment that goes back says why, and nothing is called booked', () => {
  const late = toPaidView({ ...PAID, outcome: 'returned', returnReason: 'too_late' })
  expect(late.text).toMatch(/seats had been released.*We’re refunding this payment to your card in full/)
  expect(toPaidView({ ...PAID, outcome: 'returned', returnReason: 'paid_twice' }).text).toContain('You’d already paid')
  expect([late.isBooked, late.amountName]).toEqual([false, 'Being refunded'])
})

test('who has not paid yet is told until when they can, and only while they can', () => {
  const unpaid = { ...PAID, outcome: 'unpaid', payUntil: '23:59 on Wed, 25 Nov 2026, London time' } as const
  const open = toPaidView({ ...unpaid, canPayAgain: true })
  expect([open.canPay, open.heading, open.text]).toEqual([
    true,
    'Your booking hasn’t been paid for yet',
    'You haven’t been charged. We’re holding your seats until 23:59 on Wed, 25 Nov 2026, London time.',
  ])
  const over = toPaidView({ ...unpaid, canPayAgain: false, payUntil: null })
  expect([over.canPay, over.text]).toEqual([false, expect.stringContaining('Please email or call us')])
})

test('somebody without an email address is promised none, whatever became of the payment', () => {
  for (const outcome of ['paid', 'confirming', 'checking', 'returned', 'unpaid', 'cancelled'] as const) {
    const view = toPaidView({ ...PAID, outcome, canPayAgain: true, isEmailed: false })
    expect([view.isEmailed, view.text]).toEqual([false, expect.not.stringMatching(/email/)])
  }
})

test('a response that lacks all but the outcome is still shown', () => {
  expect(toPaidView({ outcome: 'confirming' })).toMatchObject({ heading: 'We’re confirming your payment', amount: undefined, facts: [] })
})
