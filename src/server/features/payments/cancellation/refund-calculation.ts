import { calculateRefund } from '#shared/bookings.ts'
import { dayIn } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { LockedBooking } from '#server/features/bookings/commands.ts'

type PolicyHolder = Pick<
  LockedBooking,
  'full_refund_days' | 'partial_refund_days' | 'partial_refund_percentage' | 'total_cents' | 'starts_on'
>

export function policyOf(booking: PolicyHolder) {
  return {
    fullRefundDays: booking.full_refund_days,
    partialRefundDays: booking.partial_refund_days,
    partialRefundPercentage: booking.partial_refund_percentage,
  }
}

/** What has been paid for a booking, and what of it has gone back or is on its way. */
export interface PaidCents {
  amount_cents: number
  refund_requested_cents: number
}

/** Returns how the dispute of a booking's payment stands. */
export function disputeOf(payment: { disputed_at: Date | null; dispute_lost_at: Date | null } | undefined): 'none' | 'open' | 'lost' {
  if (payment?.dispute_lost_at) return 'lost'
  return payment?.disputed_at ? 'open' : 'none'
}

/** Returns what a cancellation now gives back: what the policy says, at most what has not gone back before, also outside (row 48). */
export function cancellationRefund(deps: Deps, booking: PolicyHolder, payment: PaidCents | undefined) {
  const { tier, daysLeft, refundCents } = refundOf(deps, booking)
  const returnedCents = payment?.refund_requested_cents ?? 0
  const remainingCents = payment ? payment.amount_cents - returnedCents : 0
  return { tier, daysLeft, refundCents: Math.min(refundCents, remainingCents), returnedCents }
}

export function refundOf({ config, now }: Deps, booking: PolicyHolder) {
  const today = dayIn(config.AGENCY_TIME_ZONE, now())
  return calculateRefund(policyOf(booking), booking.total_cents, booking.starts_on, today)
}
