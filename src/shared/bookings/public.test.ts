import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BookingStatus } from './statuses.ts'
import {
  BOOKING_TRANSITIONS,
  canBecome,
  isConfirmed,
  tourTotalCents,
  type BookingKind,
  createRefundBodySchema,
  MAX_REASON_LENGTH,
} from './public.ts'
import { calculateRefund } from '#shared/refunds/policies.ts'
import { addDays, dayIn } from '#shared/dates.ts'

const POLICY = { fullRefundDays: 30, partialRefundDays: 14, partialRefundPercentage: 33 }
const TODAY = '2027-05-01'

// The days at the boundaries.
test.each([
  [365, 'full', 10_000],
  [31, 'full', 10_000],
  [30, 'full', 10_000],
  [29, 'partial', 3300],
  [15, 'partial', 3300],
  [14, 'partial', 3300],
  [13, 'none', 0],
  [1, 'none', 0],
  [0, 'none', 0],
  [-1, 'none', 0],
  [-400, 'none', 0],
])('%i days before travel the tier is %s and %i cents come back', (days, tier, refundCents) => {
  expect(calculateRefund(POLICY, 10_000, addDays(TODAY, days), TODAY)).toEqual({ tier, refundCents, daysLeft: days })
})

// The day is the agency's, even around midnight and when the clocks change.
test.each([
  ['Europe/London', '2027-06-10T22:59:59Z', '2027-07-10', 'full'],
  ['Europe/London', '2027-06-10T23:00:00Z', '2027-07-10', 'partial'],
  ['UTC', '2027-06-10T23:00:00Z', '2027-07-10', 'full'],
  ['Europe/London', '2027-03-14T23:59:59Z', '2027-04-13', 'full'],
  ['Europe/London', '2027-03-15T00:00:00Z', '2027-04-13', 'partial'],
  ['Europe/London', '2027-10-17T22:59:59Z', '2027-10-31', 'partial'],
  ['Europe/London', '2027-10-17T23:00:00Z', '2027-10-31', 'none'],
  ['America/Los_Angeles', '2027-06-11T06:59:59Z', '2027-07-10', 'full'],
  ['Pacific/Auckland', '2027-06-10T11:59:59Z', '2027-07-10', 'full'],
  ['Pacific/Auckland', '2027-06-10T12:00:00Z', '2027-07-10', 'partial'],
])('for an agency in %s, cancelled at %s for %s, the tier is %s', (zone, moment, travelOn, tier) => {
  expect(calculateRefund(POLICY, 10_000, travelOn, dayIn(zone, new Date(moment))).tier).toBe(tier)
})

// Part cents are rounded down.
test.each([
  [33, 1, 0],
  [33, 3, 0],
  [33, 4, 1],
  [33, 100, 33],
  [33, 101, 33],
  [33, 10_001, 3300],
  [33, 10_003, 3300],
  [33, 10_004, 3301],
  [33, 109_000, 35_970],
  [50, 99_999, 49_999],
  [29, 100, 29],
  [57, 100, 57],
  [99, 2_147_483_647, 2_126_008_810],
  [100, 12_345, 12_345],
  [0, 12_345, 0],
])('%i percent of %i cents is exactly %i cents', (partialRefundPercentage, totalCents, refundCents) => {
  const policy = { ...POLICY, partialRefundPercentage }
  expect(calculateRefund(policy, totalCents, addDays(TODAY, 20), TODAY).refundCents).toBe(refundCents)
})

test('a partial refund that comes to nothing counts as none', () => {
  expect(calculateRefund(POLICY, 2, addDays(TODAY, 20), TODAY)).toMatchObject({ tier: 'none', refundCents: 0 })
})

test('a limit of 0 days means that this line of the policy does not exist, not that it always applies', () => {
  const none = { fullRefundDays: 0, partialRefundDays: 0, partialRefundPercentage: 100 }
  expect(calculateRefund(none, 10_000, addDays(TODAY, 300), TODAY)).toMatchObject({ tier: 'none', refundCents: 0 })
  const onlyPart = { fullRefundDays: 0, partialRefundDays: 7, partialRefundPercentage: 50 }
  expect(calculateRefund(onlyPart, 10_000, addDays(TODAY, 300), TODAY)).toMatchObject({ tier: 'partial', refundCents: 5000 })
})

const anyPolicy = fc.record({
  fullRefundDays: fc.integer({ min: 0, max: 400 }),
  partialRefundDays: fc.integer({ min: 0, max: 400 }),
  partialRefundPercentage: fc.integer({ min: 0, max: 100 }),
})
const anyTotal = fc.integer({ min: 0, max: 2_147_483_647 })
const anyDistance = fc.integer({ min: -800, max: 800 })

test('a refund is a whole number of cents, never negative and never more than was paid', () => {
  fc.assert(
    fc.property(anyPolicy, anyTotal, anyDistance, (policy, total, days) => {
      const { refundCents, tier } = calculateRefund(policy, total, addDays(TODAY, days), TODAY)
      expect(Number.isInteger(refundCents)).toBe(true)
      expect(refundCents).toBeGreaterThanOrEqual(0)
      expect(refundCents).toBeLessThanOrEqual(total)
      if (tier === 'none') expect(refundCents).toBe(0)
      if (tier === 'full') expect(refundCents).toBe(total)
    }),
  )
})

test('a part of the price is rounded down exactly, as integer arithmetic would', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100 }), anyTotal, (percentage, total) => {
      const policy = { fullRefundDays: 0, partialRefundDays: 1, partialRefundPercentage: percentage }
      const exact = Number((BigInt(total) * BigInt(percentage)) / 100n)
      expect(calculateRefund(policy, total, addDays(TODAY, 5), TODAY).refundCents).toBe(exact)
    }),
  )
})

test('cancelling earlier never gives less back', () => {
  fc.assert(
    fc.property(anyPolicy, anyTotal, anyDistance, fc.nat(400), (policy, total, days, earlier) => {
      const late = calculateRefund(policy, total, addDays(TODAY, days), TODAY)
      const early = calculateRefund(policy, total, addDays(TODAY, days + earlier), TODAY)
      expect(early.refundCents).toBeGreaterThanOrEqual(late.refundCents)
    }),
  )
})

test('every guest pays the base price', () => {
  expect(tourTotalCents(109_000, 3)).toBe(327_000)
})

test.each(['confirmed', 'Confirmed', 'CONFIRMED'])('the status %s counts as confirmed', (status) => {
  expect(isConfirmed(status)).toBe(true)
})

test.each(['pending', 'cancelled', 'unconfirmed', ' confirmed', ''])('the status %j does not count as confirmed', (status) => {
  expect(isConfirmed(status)).toBe(false)
})

const MOVES: Record<BookingKind, string[]> = {
  tour: [
    'confirmed → cancelled',
    'confirmed → pending',
    'expired → confirmed',
    'pending → cancelled',
    'pending → confirmed',
    'pending → expired',
  ],
  vehicle: [
    'approved → approved',
    'approved → confirmed',
    'approved → declined',
    'approved → expired',
    'approved → withdrawn',
    'confirmed → approved',
    'confirmed → cancelled',
    'confirmed → completed',
    'expired → approved',
    'expired → confirmed',
    'pending → approved',
    'pending → declined',
    'pending → expired',
    'pending → withdrawn',
  ],
}

test.each(['tour', 'vehicle'] as const)('a %s booking moves only along its life cycle: no other transition exists (ASVS 2.3.1)', (kind) => {
  const statuses = Object.keys(BOOKING_TRANSITIONS[kind]) as BookingStatus[]
  expect(statuses.toSorted()).toEqual(['approved', 'cancelled', 'completed', 'confirmed', 'declined', 'expired', 'pending', 'withdrawn'])
  const moves = statuses.flatMap((from) => statuses.filter((to) => canBecome(kind, from, to)).map((to) => `${from} → ${to}`))
  expect(moves.toSorted()).toEqual(MOVES[kind])
})

test.each([[undefined], [null], [''], [' \n']])('a cancellation without a reason (%j) says so', (reason) => {
  expect(createRefundBodySchema.parse({ bookingId: 'b', reason }).reason).toBe('No reason provided')
})

test('a reason is trimmed, and one that is too long is refused', () => {
  expect(createRefundBodySchema.parse({ bookingId: 'b', reason: ' Ill ' }).reason).toBe('Ill')
  expect(createRefundBodySchema.safeParse({ bookingId: 'b', reason: 'x'.repeat(MAX_REASON_LENGTH + 1) }).success).toBe(false)
})
