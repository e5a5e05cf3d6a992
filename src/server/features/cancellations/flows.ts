import type { CancelBookingBody } from '#shared/refunds/staff.ts'
import { actAs, lockActor, type Actor } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { isDepartureCancelled } from '#server/features/bookings/statuses.ts'
import { lockBooking, lockOwnBooking, lockOwner, asUuid } from '#server/features/bookings/records.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders.ts'
import { trySending } from '#server/features/refunds/sending.ts'
import { refuseOverCeiling } from './ceiling.ts'
import { cancelPaidBooking, refuseMoreThan, refuseUnseen } from './commands.ts'
import { findRefundOutcome, lockPrimaryPayment, moneyOf, ownersRefund, type RefundOutcome } from './queries.ts'
import { cancellationRefund } from './refund-calculation.ts'

interface CancelRequest {
  bookingId: string
  stripeId?: string | null | undefined
  reason: string
}

/**
 * Cancels a person's own confirmed booking and refunds what its policy says. Repeating the request returns the same
 * result without a second refund. Throws 404, 409 `not_cancellable`, 409 `stripe_id_mismatch`. If the card provider does
 * not answer, the booking is cancelled all the same and the reconcile job sends the refund later.
 */
export async function cancelWithRefund(deps: Deps, who: SignedIn, request: CancelRequest): Promise<RefundOutcome | undefined> {
  const bookingId = asUuid(request.bookingId)
  const refundId = await actAs(deps.db, who, async (trx) => cancel(deps, trx, who.userId, bookingId, request))
  if (refundId) await trySending(deps, refundId)
  return findRefundOutcome(deps.db, bookingId)
}

async function cancel(deps: Deps, trx: Trx, userId: string, bookingId: string, request: CancelRequest): Promise<string | undefined> {
  const booking = await lockOwnBooking(trx, userId, bookingId)
  const payment = await lockPrimaryPayment(trx, booking.id)
  if (request.stripeId && request.stripeId !== payment?.provider_payment_id) {
    throw new AppError('stripe_id_mismatch', 'That payment isn’t for this booking.')
  }
  if (booking.status === 'cancelled') return undefined
  if (booking.status !== 'confirmed') {
    throw new AppError('not_cancellable', 'Only a confirmed booking can be cancelled.')
  }
  const { refundCents, returnedCents, coveredCents } = await ownersRefund(deps, trx, booking, payment)
  return cancelPaidBooking(deps, trx, booking, payment, { reason: request.reason, refundCents, returnedCents, coveredCents })
}

/**
 * Cancels a confirmed booking for the agency and refunds what its policy says, or another amount. Rejects a decision
 * based on figures that have changed since, and therefore also a repeated one. Throws 404, 400 for more than is left,
 * and 409 `figures_changed`, `not_cancellable`, `departure_cancelled` or `goodwill_ceiling`.
 */
export async function cancelByStaff(deps: Deps, actor: Actor, bookingId: string, decision: CancelBookingBody): Promise<void> {
  const refundId = await deps.db.transaction().execute((trx) => decide(deps, trx, actor, asUuid(bookingId), decision))
  if (refundId) await trySending(deps, refundId)
}

async function decide(deps: Deps, trx: Trx, actor: Actor, bookingId: string, decision: CancelBookingBody): Promise<string | undefined> {
  await lockActor(trx, actor, 'bookings.cancel')
  await lockOwner(trx, bookingId)
  const booking = await lockBooking(trx, bookingId)
  await refuseOwnBooking(trx, actor, bookingId, 'bookings.cancel')
  const payment = await lockPrimaryPayment(trx, booking.id)
  const money = moneyOf(deps, booking, payment)
  await refuseUnseen(trx, booking.id, money, decision.seen)
  if (booking.status !== 'confirmed') throw new AppError('not_cancellable', 'Only a confirmed booking can be cancelled.')
  if (await isDepartureCancelled(trx, booking.id)) {
    throw new AppError('departure_cancelled', 'This departure has been cancelled. The booking will be cancelled and refunded in full.')
  }
  const { policyCents, leftCents, returnedCents } = money
  const refundCents = decision.amountCents ?? policyCents
  refuseMoreThan(leftCents, refundCents)
  await refuseOverCeiling(deps, trx, actor, { cents: refundCents - policyCents, currency: booking.currency })
  await recordAudit(trx, {
    actor,
    action: 'booking.cancelled',
    subject: { kind: 'booking', id: booking.id },
    before: { status: booking.status, policyCents },
    after: { status: 'cancelled', amountCents: refundCents },
  })
  const byAgency = { isByPolicy: refundCents === policyCents }
  const { coveredCents } = cancellationRefund(deps, booking, payment)
  return cancelPaidBooking(deps, trx, booking, payment, { reason: decision.reason, refundCents, returnedCents, coveredCents, byAgency })
}
