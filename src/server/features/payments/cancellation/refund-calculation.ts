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

export function refundOf({ config, now }: Deps, booking: PolicyHolder) {
  const today = dayIn(config.AGENCY_TIME_ZONE, now())
  return calculateRefund(policyOf(booking), booking.total_cents, booking.starts_on, today)
}
