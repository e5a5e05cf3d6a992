import { expect, test } from 'vitest'
import { approvalPrice, possibleAnswers } from './possible-answers.ts'

const NOW = Date.parse('2026-11-20T10:00:00Z')
const quote = { status: 'pending', pickupDate: '2026-12-01T09:30:00Z', price: '40000.00', askedPrice: '34800.00', currency: 'inr' } as const

test.each([
  ['pending', 'admin', ['approve', 'adjust', 'decline']],
  ['pending', 'staff', ['approve', 'decline']],
  ['approved', 'admin', ['resend', 'adjust', 'decline']],
  ['approved', 'staff', ['resend', 'decline']],
  ['expired', 'staff', ['approve']],
  ['confirmed', 'admin', []],
  ['declined', 'admin', []],
] as const)('a quote that is %s can be answered by %s', (status, role, answers) => {
  expect(possibleAnswers({ ...quote, status }, role, NOW)).toEqual(answers)
})

test('a request whose day has come can only be declined', () => {
  expect(possibleAnswers({ ...quote, pickupDate: '2026-11-20T09:59:00Z' }, 'admin', NOW)).toEqual(['decline'])
})

test('staff approve at the estimate, whatever the price is now', () => {
  expect([approvalPrice(quote, 'staff').cents, approvalPrice(quote, 'admin').cents]).toEqual([3_480_000, 4_000_000])
})
