import { describe, expect, it } from 'vitest'
import { freeCancellation, refundAtStart, refundLines, SERVICE_WORDS, TOUR_WORDS } from './lines.ts'

const policy = (fullRefundDays: number, partialRefundDays: number, partialRefundPercentage: number) => ({
  fullRefundDays,
  partialRefundDays,
  partialRefundPercentage,
})

describe('the refund policy in words', () => {
  it('lists full, part and no refund in order', () => {
    expect(refundLines(policy(30, 7, 50))).toEqual([
      'Full refund if you cancel at least 30 days before departure.',
      '50% refund if you cancel less than 30 days but at least 7 days before departure.',
      'No refund if you cancel less than 7 days before departure.',
    ])
  })

  it('shows a policy with only one line', () => {
    expect(refundLines(policy(1, 0, 0))).toEqual([
      'Full refund if you cancel at least 1 day before departure.',
      'No refund if you cancel less than 1 day before departure.',
    ])
    expect(refundLines(policy(0, 14, 25))[0]).toBe('25% refund if you cancel at least 14 days before departure.')
  })

  it('says non-refundable when nothing can be refunded', () => {
    expect(refundLines(policy(0, 0, 50))).toEqual(['This tour is non-refundable.'])
    expect(refundLines(policy(0, 7, 0))).toEqual(['This tour is non-refundable.'])
  })

  it('leaves out a part that can never apply', () => {
    expect(refundLines(policy(7, 14, 50))).toHaveLength(2)
  })

  it('shows nothing for a response without a policy', () => {
    expect(refundLines(undefined)).toEqual([])
  })
})

describe('what the policy means for a departure', () => {
  const of = (travelOn: string, days = policy(14, 7, 50)) => refundAtStart(days, travelOn, '2027-03-01')

  it('names the last day for a full refund, then for a part, then says that there is none', () => {
    expect(of('2027-03-15')).toBe('Free cancellation until 1 Mar 2027.')
    expect(of('2027-03-14')).toBe('50% refund if you cancel by 7 Mar 2027.')
    const there = { ...TOUR_WORDS, timeZone: 'Asia/Tokyo' }
    expect(refundAtStart(policy(14, 7, 50), '2027-03-14', '2027-03-01', there)).toBe('50% refund if you cancel by 7 Mar 2027, Tokyo time.')
    expect(of('2027-03-07')).toBe('No refund this close to departure.')
  })

  it('says at once when nothing ever comes back', () => {
    expect(of('2027-03-15', policy(0, 0, 0))).toBe('No refund if you cancel this tour.')
  })

  it('says nothing without a policy or for a date that is past or missing', () => {
    expect(refundAtStart(undefined, '2027-03-15', '2027-03-01')).toBeUndefined()
    expect(of('2027-02-28')).toBeUndefined()
    expect(of('')).toBeUndefined()
  })
})

it('speaks of a service in its own words', () => {
  expect(refundLines(policy(7, 2, 50), SERVICE_WORDS)).toEqual([
    'Full refund if you cancel at least 7 days before the booked date.',
    '50% refund if you cancel less than 7 days but at least 2 days before the booked date.',
    'No refund if you cancel less than 2 days before the booked date.',
  ])
  expect(refundAtStart(policy(7, 2, 50), '2027-03-15', '2027-03-01', SERVICE_WORDS)).toBe('Free cancellation until 8 Mar 2027.')
  expect(refundAtStart(policy(7, 2, 50), '2027-03-15', '2027-03-15', SERVICE_WORDS)).toBe('No refund this close to the booked date.')
  expect(refundLines(policy(0, 0, 0), SERVICE_WORDS)).toEqual(['This service is non-refundable.'])
})

it('says until when cancelling is free: by its date, where a start is known', () => {
  expect(freeCancellation(policy(14, 7, 50), '')).toBe('Free cancellation up to 14 days before')
  expect(freeCancellation(policy(1, 0, 0), '2026-12-24')).toBe('Free cancellation until 23 Dec 2026')
  expect(freeCancellation(policy(0, 7, 50), '')).toBeUndefined()
  expect(freeCancellation(undefined, '')).toBeUndefined()
})
