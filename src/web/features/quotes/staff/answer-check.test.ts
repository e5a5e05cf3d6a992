import { expect, test } from 'vitest'
import { checkAnswer } from './answer-check.ts'

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
