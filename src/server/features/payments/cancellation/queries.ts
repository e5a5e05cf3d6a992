import type { RefundPreview } from '#shared/bookings.ts'
import { centsToDecimal, type Currency } from '#shared/money.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { getOwnBooking } from '#server/features/bookings/queries.ts'
import { cancellationRefund, policyOf } from './refund-calculation.ts'

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
    .select(['amount_cents', 'refund_requested_cents'])
    .where('booking_id', '=', booking.id)
    .where('role', '=', 'primary')
    .executeTakeFirst()
  const refund = cancellationRefund(deps, booking, payment)
  return {
    tier: refund.tier,
    daysLeft: refund.daysLeft,
    refundAmount: centsToDecimal(refund.refundCents),
    totalAmount: centsToDecimal(booking.total_cents),
    returnedAmount: centsToDecimal(refund.returnedCents),
    currency: booking.currency,
    policy: policyOf(booking),
  }
}

/** The refund of a booking's cancellation as it stands; one made outside may stand in its place. */
export async function findRefundOutcome(db: Database, bookingId: string): Promise<RefundOutcome | undefined> {
  const row = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .leftJoin('refunds as later', 'later.replaces', 'refunds.id')
    .select((eb) => [
      eb.fn.coalesce('later.amount_cents', 'refunds.amount_cents').as('amount_cents'),
      eb.fn.coalesce('later.state', 'refunds.state').as('state'),
      'refunds.currency',
    ])
    .where('booking_id', '=', bookingId)
    .where('refunds.cause', '=', 'cancellation')
    .orderBy('refunds.created_at', 'desc')
    .executeTakeFirst()
  return row && { amountCents: row.amount_cents, currency: row.currency, state: row.state }
}
