import { expect, test } from 'vitest'
import { policyText, ratesText, requestsText } from './service-texts.ts'

const policy = (fullRefundDays: number, partialRefundDays: number, partialRefundPercentage: number) =>
  policyText({ fullRefundDays, partialRefundDays, partialRefundPercentage })

test('a refund policy is read back as sentences', () => {
  expect(policy(7, 3, 50)).toBe(
    'Everything is refunded up to 7 days before the day. 50% is refunded after that, up to 3 days before the day. No refund after that.',
  )
  expect(policy(1, 0, 0)).toBe('Everything is refunded up to 1 day before the day. No refund after that.')
  expect(policy(0, 3, 50)).toBe('50% is refunded up to 3 days before the day. No refund after that.')
  expect(policy(0, 0, 0)).toBe('No refund at any time.')
})

test('rates are told with the rules that there are', () => {
  const rates = { price: 24_900, currency: 'inr', perFloor: 900, perHelper: null } as const
  expect(ratesText(rates)).toBe('₹24,900, and ₹900 a floor')
  expect(ratesText({ ...rates, perFloor: null })).toBe('₹24,900, whatever is moved')
})

test('open requests are counted by what they wait for', () => {
  const text = (openRequests: number, unpaidRequests: number) => requestsText({ openRequests, unpaidRequests })
  expect(text(3, 2)).toBe('1 request to be quoted, 2 to be paid')
  expect([text(2, 2), text(2, 0), text(0, 0)]).toEqual(['2 requests to be paid', '2 requests to be quoted', 'No open requests'])
})
