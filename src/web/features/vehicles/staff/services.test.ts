import { expect, test } from 'vitest'
import { policyText, ratesText, requestsText } from './services.tsx'

const policy = (fullRefundDays: number, partialRefundDays: number, partialRefundPercentage: number) =>
  policyText({ fullRefundDays, partialRefundDays, partialRefundPercentage })

test('a refund policy is read back as sentences', () => {
  expect(policy(7, 3, 50)).toBe(
    'Full refund up to 7 days before the booked date. 50% refund after that, up to 3 days before the booked date. No refund after that.',
  )
  expect(policy(1, 0, 0)).toBe('Full refund up to 1 day before the booked date. No refund after that.')
  expect(policy(0, 3, 50)).toBe('50% refund up to 3 days before the booked date. No refund after that.')
  expect(policy(0, 0, 0)).toBe('No refund at any time.')
})

test('rates are told with the rules that there are', () => {
  const rates = { price: 24_900, currency: 'inr', perFloor: 900, perHelper: null } as const
  expect(ratesText(rates)).toBe('₹24,900, plus ₹900 per floor')
  expect(ratesText({ ...rates, perFloor: null })).toBe('₹24,900 flat rate')
})

test('open requests are counted by what they wait for', () => {
  const text = (openRequests: number, unpaidRequests: number) => requestsText({ openRequests, unpaidRequests })
  expect(text(3, 2)).toBe('1 request awaiting a quote, 2 awaiting payment')
  expect([text(2, 2), text(2, 0), text(0, 0)]).toEqual(['2 requests awaiting payment', '2 requests awaiting a quote', 'No open requests'])
})
