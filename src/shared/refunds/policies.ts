import { z } from 'zod/mini'
import { daysBetween, type Day } from '#shared/dates.ts'
import { needing } from '#shared/lenient.ts'

/** What a cancellation gives back, by the days before the start (specification §3). */
export const refundPolicySchema = needing(
  z.object({
    fullRefundDays: z.number(),
    partialRefundDays: z.number(),
    partialRefundPercentage: z.number(),
  }),
  'fullRefundDays',
  'partialRefundDays',
  'partialRefundPercentage',
)

/** The line of the policy that applies. */
export type RefundTier = 'full' | 'partial' | 'none'

/**
 * Returns what a cancellation `today` gives back for travel on `travelOn` (specification §9; decisions, "Tours"):
 * days ≥ fullRefundDays: all; ≥ partialRefundDays: the percentage; else nothing. A limit of 0 or less
 * means that this line of the policy does not exist. Fractions of a cent are rounded down.
 */
export function calculateRefund(
  policy: z.infer<typeof refundPolicySchema>,
  totalCents: number,
  travelOn: Day,
  today: Day,
): { tier: RefundTier; refundCents: number; daysLeft: number } {
  const daysLeft = daysBetween(today, travelOn)
  if (policy.fullRefundDays > 0 && daysLeft >= policy.fullRefundDays) {
    return { tier: 'full', refundCents: totalCents, daysLeft }
  }
  if (policy.partialRefundDays > 0 && daysLeft >= policy.partialRefundDays) {
    const refundCents = Math.floor((totalCents * policy.partialRefundPercentage) / 100)
    return { tier: refundCents > 0 ? 'partial' : 'none', refundCents, daysLeft }
  }
  return { tier: 'none', refundCents: 0, daysLeft }
}
