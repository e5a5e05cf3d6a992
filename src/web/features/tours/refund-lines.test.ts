import { describe, expect, it } from 'vitest'
import { refundLines } from './refund-lines.ts'

const policy = (fullRefundDays: number, partialRefundDays: number, partialRefundPercentage: number) => ({
  fullRefundDays,
  partialRefundDays,
  partialRefundPercentage,
})

describe('the refund policy in words', () => {
  it('tells full, part and nothing in order', () => {
    expect(refundLines(policy(30, 7, 50))).toEqual([
      'Full refund if you cancel at least 30 days before departure.',
      '50% refund if you cancel less than 30 days but at least 7 days before departure.',
      'No refund if you cancel less than 7 days before departure.',
    ])
  })

  it('tells a policy of only one line', () => {
    expect(refundLines(policy(1, 0, 0))).toEqual([
      'Full refund if you cancel at least 1 day before departure.',
      'No refund if you cancel less than 1 day before departure.',
    ])
    expect(refundLines(policy(0, 14, 25))[0]).toBe('25% refund if you cancel at least 14 days before departure.')
  })

  it('says non-refundable when nothing can come back', () => {
    expect(refundLines(policy(0, 0, 50))).toEqual(['This tour is non-refundable.'])
    expect(refundLines(policy(0, 7, 0))).toEqual(['This tour is non-refundable.'])
  })

  it('leaves out a part that can never apply', () => {
    expect(refundLines(policy(7, 14, 50))).toHaveLength(2)
  })

  it('shows nothing for an answer without a policy', () => {
    expect(refundLines(undefined)).toEqual([])
  })
})
