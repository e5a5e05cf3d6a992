import type { RefundPreview } from '#shared/bookings/public.ts'
import * as ownCalls from '#shared/cancellations/calls.ts'
import * as calls from '#shared/cancellations/staff-calls.ts'
import { centsToDecimal, type Currency } from '#shared/money.ts'
import type { CancelBookingBody } from '#shared/refunds/staff.ts'
import type { RefundState } from '#shared/refunds/states.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders.ts'
import { asUuid, getOwnBooking, lockBooking, lockOwnBooking, lockOwner, policyOf } from '#server/features/bookings/records.ts'
import { isDepartureCancelled } from '#server/features/bookings/statuses.ts'
import { trySending } from '#server/features/refunds/sending.ts'
import { disputeOf } from '#server/features/refunds/what-is-left.ts'
import { actAs, lockActor, type Actor } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Feature } from '#server/lib/feature.ts'
import type { Serving } from '#server/lib/serve.ts'
import { decisionCalls } from './decisions.ts'
import { departureCancellationCalls } from './departures.ts'
import { goodwillCalls, refuseOverCeiling } from './goodwill.ts'
import {
  cancellationRefund,
  cancelPaidBooking,
  findPrimaryPayment,
  getBookingMoney,
  lockPrimaryPayment,
  moneyOf,
  ownersRefund,
  refuseMoreThan,
  refuseUnseen,
} from './paid-bookings.ts'

export function cancellations(deps: Deps): Feature {
  return {
    calls(serving) {
      ownCancellation(serving)
      staffCancellation(serving)
      goodwillCalls(serving)
      decisionCalls(serving)
      departureCancellationCalls(serving, deps)
    },
  }
}

function ownCancellation({ flow }: Serving): void {
  // Posts what was paid, and so isn’t a mere read.
  flow(ownCalls.previewRefund, async ({ deps, who, params }) => previewRefund(deps, who.userId, params.id))
  flow(ownCalls.cancelOwnBooking, async ({ deps, who, body }) => {
    const refund = await cancelWithRefund(deps, who, body)
    return {
      message: 'Booking cancelled',
      status: 'cancelled' as const,
      refund: refund ? { amount: centsToDecimal(refund.amountCents), currency: refund.currency, state: refund.state } : null,
    }
  })
}

function staffCancellation({ flow }: Serving): void {
  // Posts what was paid, too.
  flow(calls.getBookingMoney, async ({ deps, params }) => getBookingMoney(deps, params.id))
  flow(calls.cancelBooking, async ({ deps, actor, params, body }) => {
    await cancelByStaff(deps, actor, params.id, body)
    return { message: 'Booking cancelled', money: await getBookingMoney(deps, params.id) }
  })
}

/** By the policy agreed when booking. Throws 404. */
async function previewRefund(deps: Deps, userId: string, bookingId: string): Promise<RefundPreview> {
  const booking = await getOwnBooking(deps.db, userId, bookingId)
  const payment = await findPrimaryPayment(deps.db, booking.id)
  const refund = await ownersRefund(deps, deps.db, booking, payment)
  const dispute = disputeOf(payment)
  return {
    tier: refund.tier,
    daysLeft: refund.daysLeft,
    refundAmount: centsToDecimal(refund.refundCents),
    totalAmount: centsToDecimal(booking.total_cents),
    returnedAmount: centsToDecimal(refund.returnedCents),
    dispute,
    currency: booking.currency,
    policy: policyOf(booking),
  }
}

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
async function cancelWithRefund(deps: Deps, who: SignedIn, request: CancelRequest): Promise<RefundOutcome | undefined> {
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

/** The refund of a cancelled booking. `state` is the provider's, or `requested` until it has answered. */
interface RefundOutcome {
  amountCents: number
  currency: Currency
  state: RefundState
}

/** The most telling state first. */
const TELLING: RefundState[] = ['requested', 'pending', 'blocked', 'failed', 'canceled', 'succeeded', 'settled', 'lost']

/**
 * Returns the refund of a cancellation as it is now, following the chain of replacements when one failed and was made again, possibly outside
 * this site. A dispute may have split it: then the sum.
 */
async function findRefundOutcome(db: Database, bookingId: string): Promise<RefundOutcome | undefined> {
  const refunds = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'replaces', 'refunds.amount_cents', 'refunds.currency', 'state', 'cause'])
    .where('booking_id', '=', bookingId)
    .orderBy('refunds.created_at')
    .execute()
  const standing = refunds.filter(({ cause, replaces }) => cause === 'cancellation' && replaces === null).map(latest)
  const [first] = standing.toSorted((one, other) => TELLING.indexOf(one.state) - TELLING.indexOf(other.state))
  return first && { amountCents: standing.reduce((sum, each) => sum + each.amount_cents, 0), currency: first.currency, state: first.state }

  function latest(refund: (typeof refunds)[number]): (typeof refunds)[number] {
    const later = refunds.find(({ replaces }) => replaces === refund.id)
    return later ? latest(later) : refund
  }
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
