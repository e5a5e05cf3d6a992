import type { Currency } from '#shared/money.ts'
import type { Trx } from '#server/lib/db.ts'
import { lockBooking, lockOwner } from '#server/features/bookings/commands.ts'

/** What a payment means to its booking; only the primary one pays for it. */
export type PaymentRole = 'primary' | 'duplicate' | 'late' | 'quarantined'

export interface LockedPayment {
  id: string
  booking_id: string
  user_id: string
  amount_cents: number
  refund_requested_cents: number
  currency: Currency
  role: PaymentRole
  disputed_at: Date | null
  dispute_lost_at: Date | null
}

/**
 * Locks a payment behind its booking, and that behind its owner's account: the order of a cancellation and of a deletion. A task
 * that names the owner needs the account too; whoever took it last could wait for a deletion that waits for the booking.
 */
export async function lockPayment(trx: Trx, providerPaymentId: string | null): Promise<LockedPayment | undefined> {
  const query = trx
    .selectFrom('payments')
    .select(['id', 'booking_id', 'amount_cents', 'refund_requested_cents', 'currency', 'role', 'disputed_at', 'dispute_lost_at'])
    .where('provider_payment_id', '=', providerPaymentId ?? '')
  const payment = await query.executeTakeFirst()
  if (!payment) return undefined
  await lockOwner(trx, payment.booking_id)
  const { user_id } = await lockBooking(trx, payment.booking_id)
  const locked = await query.forUpdate().executeTakeFirst()
  return locked && { ...locked, user_id }
}
