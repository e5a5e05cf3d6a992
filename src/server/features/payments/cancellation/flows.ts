import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { bookingCancelledMail } from '#server/emails/booking-cancelled.ts'
import { cancelBooking, lockOwnBooking, type LockedBooking } from '#server/features/bookings/commands.ts'
import { asUuid, getCustomer } from '#server/features/bookings/queries.ts'
import { requestRefund } from '../refunds/commands.ts'
import { sendRefund } from '../refunds/flows.ts'
import { findRefundOutcome, type RefundOutcome } from './queries.ts'
import { cancellationRefund, disputeOf } from './refund-calculation.ts'

interface CancelRequest {
  bookingId: string
  stripeId?: string | null | undefined
  reason: string
}

/**
 * Cancels a person's own confirmed booking and gives back what its policy says. Asking again gives the same answer
 * and no second refund. Throws 404, 409 `not_cancellable`, 409 `stripe_id_mismatch`. When the card provider does not
 * answer, the booking is cancelled all the same and the refund follows by the queue.
 */
export async function cancelWithRefund(deps: Deps, userId: string, request: CancelRequest): Promise<RefundOutcome | undefined> {
  const bookingId = asUuid(request.bookingId)
  const refundId = await deps.db.transaction().execute((trx) => cancel(deps, trx, userId, bookingId, request))
  if (refundId) await sendRefund(deps, refundId).catch(() => undefined)
  return findRefundOutcome(deps.db, bookingId)
}

async function cancel(deps: Deps, trx: Trx, userId: string, bookingId: string, request: CancelRequest): Promise<string | undefined> {
  const booking = await lockOwnBooking(trx, userId, bookingId)
  const payment = await trx
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', booking.id)
    .where('role', '=', 'primary')
    .forUpdate()
    .executeTakeFirst()
  if (request.stripeId && request.stripeId !== payment?.provider_payment_id) {
    throw new AppError('stripe_id_mismatch', 'That payment does not belong to this booking.')
  }
  if (booking.status === 'cancelled') return undefined
  if (booking.status !== 'confirmed') {
    throw new AppError('not_cancellable', 'Only a confirmed booking can be cancelled.')
  }
  const { refundCents, returnedCents } = cancellationRefund(deps, booking, payment)
  await cancelBooking(trx, booking, request.reason, deps.now())
  await mailCancellation(deps, trx, booking, { refundCents, returnedCents, dispute: disputeOf(payment) })
  if (!payment || refundCents === 0) return undefined
  return requestRefund(trx, deps.queue, {
    paymentId: payment.id,
    amountCents: refundCents,
    currency: payment.currency,
    cause: 'cancellation',
  })
}

interface RefundFacts {
  refundCents: number
  returnedCents: number
  dispute: ReturnType<typeof disputeOf>
}

async function mailCancellation(deps: Deps, trx: Trx, booking: LockedBooking, refund: RefundFacts): Promise<void> {
  const customer = await getCustomer(trx, booking.id)
  const facts = { ...booking, customerName: customer.name, siteUrl: deps.origins.ofMails(), ...refund }
  await queueMail(trx, deps.queue, bookingCancelledMail(customer.email, facts))
}
