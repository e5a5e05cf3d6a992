import { z } from 'zod/mini'
import { daysBetween, type Day } from '#shared/dates.ts'
import { needing } from '#shared/lenient.ts'

/** Refund tiers by days before the start (specification §3). */
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

/** The tier of the policy that applies. */
export type RefundTier = 'full' | 'partial' | 'none'

/**
 * The refund for cancelling `today` a trip on `travelOn` (specification §9): everything from fullRefundDays before, the percentage from
 * partialRefundDays before, otherwise nothing. A limit of 0 or less disables its tier. Fractions of a cent are rounded down.
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
