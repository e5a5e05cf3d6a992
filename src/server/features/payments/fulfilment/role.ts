import { dayIn } from '#shared/dates.ts'
import type { ReceivedPayment } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { confirmBooking, type LockedBooking } from '#server/features/bookings/commands.ts'

export type PaymentRole = 'primary' | 'duplicate' | 'late' | 'quarantined'

/** The attempt that a payment was made for, with what was agreed. */
export interface PaidAttempt {
  id: string
  booking_id: string
  amount_cents: number
  currency: string
}

export async function decideRole(
  deps: Deps,
  trx: Trx,
  booking: LockedBooking,
  attempt: PaidAttempt,
  received: ReceivedPayment,
): Promise<PaymentRole> {
  if (received.amountCents !== attempt.amount_cents || received.currency !== attempt.currency) return 'quarantined'
  if (booking.status === 'confirmed' || booking.status === 'completed') return 'duplicate'
  const isInTime = booking.starts_on >= dayIn(deps.config.AGENCY_TIME_ZONE, received.paidAt)
  // An old price paid on a card page that had been closed for a new quote buys nothing.
  const isThePrice = received.amountCents === booking.total_cents
  // A hold that has ended is honoured while its seats are still free.
  return isInTime && isThePrice && (await confirmBooking(trx, booking, deps.now())) ? 'primary' : 'late'
}
