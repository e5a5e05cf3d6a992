import type { RefundPreview } from '#shared/bookings.ts'
import { centsToDecimal, type Currency } from '#shared/money.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { getOwnBooking } from '#server/features/bookings/queries.ts'
import { cancellationRefund, disputeOf, policyOf } from './refund-calculation.ts'

/** The refund of a cancelled booking; `state` is the provider's, `requested` while it has not answered. */
export interface RefundOutcome {
  amountCents: number
  currency: Currency
  state: string
}

/** What a cancellation now would bring back, by the policy agreed to when booking. Throws 404. */
export async function previewRefund(deps: Deps, userId: string, bookingId: string): Promise<RefundPreview> {
  const booking = await getOwnBooking(deps.db, userId, bookingId)
  const payment = await deps.db
    .selectFrom('payments')
    .select(['amount_cents', 'refund_requested_cents', 'disputed_at', 'dispute_lost_at'])
    .where('booking_id', '=', booking.id)
    .where('role', '=', 'primary')
    .executeTakeFirst()
  const refund = cancellationRefund(deps, booking, payment)
  const dispute = disputeOf(payment)
  return {
    tier: refund.tier,
    daysLeft: refund.daysLeft,
    refundAmount: centsToDecimal(dispute === 'lost' ? 0 : refund.refundCents),
    totalAmount: centsToDecimal(booking.total_cents),
    returnedAmount: centsToDecimal(refund.returnedCents),
    dispute,
    currency: booking.currency,
    policy: policyOf(booking),
  }
}

/**
 * Returns the refund of a booking's cancellation as it stands. Another may stand in its place, in whose place stands a third, when
 * it failed and was made again outside this site.
 */
export async function findRefundOutcome(db: Database, bookingId: string): Promise<RefundOutcome | undefined> {
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'replaces', 'refunds.amount_cents', 'refunds.currency', 'state', 'cause'])
    .where('booking_id', '=', bookingId)
    .orderBy('refunds.created_at')
    .execute()
  let standing = refunds.findLast(({ cause }) => cause === 'cancellation')
  for (let later = standing; later; later = refunds.find(({ replaces }) => replaces === standing?.id)) standing = later
  return standing && { amountCents: standing.amount_cents, currency: standing.currency, state: standing.state }
}
