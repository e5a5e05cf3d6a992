import fc from 'fast-check'
import { expect, it } from 'vitest'
import { refundPreviewSchema } from '#shared/bookings/public.ts'
import { readLeniently } from '#web/lib/lenient-reader.ts'
import { NONSENSE, spoilt } from '../../../../tests/support/spoilt.ts'
import { refundPreviewText } from './confirm-cancellation-dialog.tsx'

const preview = {
  tier: 'partial' as const,
  refundAmount: '1245.25',
  totalAmount: '2490.50',
  currency: 'usd' as const,
  daysLeft: 9,
  policy: { fullRefundDays: 30, partialRefundDays: 7, partialRefundPercentage: 50 },
}

it('says what would be refunded', () => {
  expect(refundPreviewText(preview)).toBe('You’ll get back $1,245.25 of $2,490.50, with 9 days to go.')
  expect(refundPreviewText({ ...preview, tier: 'full', refundAmount: '2490.50' })).toBe(
    'You’ll get a full refund of $2,490.50, with 9 days to go.',
  )
  expect(refundPreviewText({ ...preview, tier: 'none', daysLeft: 1 })).toBe('No refund is due on the $2,490.50, with 1 day to go.')
})

it('tells what has already been refunded, and only promises the rest', () => {
  const full = { ...preview, tier: 'full' as const, refundAmount: '1990.50', returnedAmount: '500.00' }
  expect(refundPreviewText(full)).toBe('You’ll get back $1,990.50, with 9 days to go: $500.00 of $2,490.50 has already been refunded.')
  expect(refundPreviewText({ ...full, refundAmount: '0.00', returnedAmount: '2490.50' })).toBe(
    'No further refund, with 9 days to go: $2,490.50 of $2,490.50 has already been refunded.',
  )
  expect(refundPreviewText({ ...full, refundAmount: '2490.50', returnedAmount: '0.00' })).toBe(
    'You’ll get a full refund of $2,490.50, with 9 days to go.',
  )
})

it('promises nothing that a dispute holds back or has taken', () => {
  expect(refundPreviewText({ ...preview, dispute: 'open' })).toBe(
    'You’ll get back $1,245.25 of $2,490.50, with 9 days to go. Some or all of it may be delayed until your bank settles the dispute over this payment.',
  )
  expect(refundPreviewText({ ...preview, tier: 'none', refundAmount: '0.00', dispute: 'open' })).toBe(
    'No refund is due on the $2,490.50, with 9 days to go.',
  )
  expect(refundPreviewText({ ...preview, refundAmount: '0.00', dispute: 'lost' })).toBe(
    'No refund is due: your bank has already returned this payment through a dispute.',
  )
  expect(refundPreviewText({ ...preview, dispute: 'none' })).toBe('You’ll get back $1,245.25 of $2,490.50, with 9 days to go.')
})

it('stays silent about a currency that it does not know', () => {
  expect(refundPreviewText({ ...preview, currency: 'jpy' as 'usd' })).toBeUndefined()
})

it('says about a refund only what it knows', () => {
  const policy = { fullRefundDays: 30, partialRefundDays: 7, partialRefundPercentage: 50 }
  const asked = { tier: 'partial', refundAmount: '1.00', totalAmount: '2.00', currency: 'usd', daysLeft: 9, policy, dispute: 'open' }
  fc.assert(
    fc.property(spoilt(asked), (answer) => {
      const known = readLeniently(refundPreviewSchema, answer)
      expect((known && refundPreviewText(known)) ?? '').not.toMatch(NONSENSE)
    }),
  )
})
