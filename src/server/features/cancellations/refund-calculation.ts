import { calculateRefund } from '#shared/refunds/policies.ts'
import type { Deps } from '#server/lib/deps.ts'
import { todayOf } from '#server/lib/travel-days.ts'
import { type LockedBooking, policyOf } from '#server/features/bookings/records.ts'
import type { ReceiptSums } from '#server/features/ledger/booking-sums.ts'
import { leftOf } from '#server/features/refunds/what-is-left.ts'

type PolicyHolder = Pick<
  LockedBooking,
  'full_refund_days' | 'partial_refund_days' | 'partial_refund_percentage' | 'total_cents' | 'starts_on' | 'time_zone'
>

export interface PaidCents extends ReceiptSums {
  /** Of what was returned: made outside this site, while nobody has said what it means for the booking. */
  unanswered_cents: number
}

/**
 * Returns what cancelling now refunds: the policy's amount less what has been given back of the booking, as goodwill or outside with the
 * booking kept, and less what a lost dispute covers of it; at most what is left, also of what went back outside and nobody has answered.
 */
export function cancellationRefund(deps: Deps, booking: PolicyHolder, payment: PaidCents | undefined) {
  const { tier, daysLeft, refundCents } = calculateRefund(policyOf(booking), booking.total_cents, booking.starts_on, todayOf(deps, booking))
  const lostCents = payment?.lost_cents ?? 0
  const returnedCents = payment ? payment.returned_cents + lostCents : 0
  const leftCents = payment ? leftOf(payment) : 0
  const dueCents = Math.max(0, refundCents - (payment ? payment.returned_cents - payment.unanswered_cents : 0))
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
