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
  expect(view).toMatchObject({ heading: 'Thank you, you are booked', amount: '$2,180.00', isBooked: true })
  expect(view.facts.map(({ value }) => value)).toEqual(['Tokyo', '1 Mar 2027', '2 guests', 'ABC'])
})

test('a payment that goes back says why, and nothing is called booked', () => {
  const late = toPaidView({ ...PAID, outcome: 'returned', returnReason: 'too_late' })
  expect(late.text).toMatch(/places had been released.*goes back to your card in full/)
  expect(toPaidView({ ...PAID, outcome: 'returned', returnReason: 'paid_twice' }).text).toContain('You had already paid')
  expect([late.isBooked, late.amountName]).toEqual([false, 'Going back to you'])
})

test('who was declined is sent to the link only while it can be paid', () => {
  expect(toPaidView({ ...PAID, outcome: 'unpaid', canPayAgain: true }).text).toContain('by the link in our email')
  expect(toPaidView({ ...PAID, outcome: 'unpaid', canPayAgain: false }).text).not.toContain('link')
})

test('somebody without an email address is promised none, whatever became of the payment', () => {
  for (const outcome of ['paid', 'confirming', 'checking', 'returned', 'unpaid', 'cancelled'] as const) {
    const view = toPaidView({ ...PAID, outcome, canPayAgain: true, isEmailed: false })
    expect([view.isEmailed, view.text]).toEqual([false, expect.not.stringMatching(/email|write to you/)])
  }
})

test('a response that lacks all but the outcome is still shown', () => {
  expect(toPaidView({ outcome: 'confirming' })).toMatchObject({ heading: 'We are confirming your payment', amount: undefined, facts: [] })
})
