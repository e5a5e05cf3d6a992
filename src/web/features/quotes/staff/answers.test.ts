import { expect, test } from 'vitest'
import { approvalPrice, checkAnswer, possibleAnswers } from './answers.ts'

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

test('a request whose day has passed can only be declined', () => {
  expect(possibleAnswers({ ...quote, pickupDate: '2026-11-20T09:59:00Z' }, 'admin', NOW)).toEqual(['decline'])
})

test('staff approve at the estimate, whatever the price is now', () => {
  expect([approvalPrice(quote, 'staff').cents, approvalPrice(quote, 'admin').cents]).toEqual([3_480_000, 4_000_000])
})

test('another price is sent in cents, with its reason', () => {
  expect(checkAnswer('adjust', { price: '40,000.50', reason: ' A piano ' })).toEqual({
    success: true,
    data: { priceCents: 4_000_050, reason: 'A piano' },
  })
})

test.each([
  ['adjust', { price: '', reason: 'A piano' }, { path: ['price'], message: 'The price must be a number' }],
  ['adjust', { price: 'much', reason: 'A piano' }, { path: ['price'], message: 'The price must be a number' }],
  ['adjust', { price: '-1', reason: 'A piano' }, { path: ['price'], message: 'The price must be a number' }],
  ['adjust', { price: '10,000,001', reason: 'A piano' }, { path: ['price'], message: 'The price is too high' }],
  ['adjust', { price: '40 000', reason: '' }, { path: ['reason'], message: 'Please enter a reason' }],
  ['decline', { price: '', reason: '' }, { path: ['reason'], message: 'Please enter a reason' }],
] as const)('%s with %j is refused before it is sent', (answer, values, issue) => {
  expect(checkAnswer(answer, values)).toEqual({ success: false, error: { issues: [issue] } })
})
