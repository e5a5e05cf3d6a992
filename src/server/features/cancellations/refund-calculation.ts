import { calculateRefund } from '#shared/refunds/policies.ts'
import type { Deps } from '#server/lib/deps.ts'
import { todayOf } from '#server/lib/travel-days.ts'
import type { LockedBooking } from '#server/features/bookings/commands.ts'
import { policyOf } from '#server/features/bookings/queries.ts'

type PolicyHolder = Pick<
  LockedBooking,
  'full_refund_days' | 'partial_refund_days' | 'partial_refund_percentage' | 'total_cents' | 'starts_on' | 'time_zone'
>

export interface PaidCents {
  amount_cents: number
  refund_requested_cents: number
  goodwill_cents: number
  lost_cents: number
}

/**
 * Returns what cancelling now refunds: the policy's amount less any goodwill and less what a lost dispute covers of it, and at
 * most what has not gone back yet, here or outside this site (row 48; decisions, "Tours").
 */
export function cancellationRefund(deps: Deps, booking: PolicyHolder, payment: PaidCents | undefined) {
  const { tier, daysLeft, refundCents } = calculateRefund(policyOf(booking), booking.total_cents, booking.starts_on, todayOf(deps, booking))
  const lostCents = payment?.lost_cents ?? 0
  const returnedCents = payment ? payment.refund_requested_cents + lostCents : 0
  const leftCents = payment ? Math.max(0, payment.amount_cents - returnedCents) : 0
  const dueCents = Math.max(0, refundCents - (payment?.goodwill_cents ?? 0))
  const coveredCents = Math.min(dueCents, lostCents)
  return {
    tier,
    daysLeft,
    policyCents: refundCents,
    refundCents: Math.min(dueCents - coveredCents, leftCents),
    coveredCents,
    returnedCents,
    leftCents,
  }
}
