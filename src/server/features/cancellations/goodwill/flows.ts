import { PAID_STATUSES } from '#shared/bookings/statuses.ts'
import type { RefundBookingBody } from '#shared/refunds/staff.ts'
import { lockActor, type Actor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { goodwillRefundMail } from '#server/emails/refunds.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { lockBooking, lockOwner, asUuid } from '#server/features/bookings/records.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { requestRefund } from '#server/features/refunds/requests.ts'
import { refuseDisputed } from '#server/features/refunds/what-is-left.ts'
import { trySending } from '#server/features/refunds/sending.ts'
import { refuseOverCeiling } from '../ceiling.ts'
import { refuseMoreThan, refuseUnseen } from '../commands.ts'
import { lockPrimaryPayment, moneyOf } from '../queries.ts'

/**
 * Refunds part of a booking's payment as goodwill and leaves the booking as it is. Rejects a decision based on figures
 * that have changed since, and the same decision sent twice. Throws 404, 400 for more than is left, 409
 * `figures_changed`, `not_refundable` and `goodwill_ceiling`.
 */
export async function refundAsGoodwill(deps: Deps, actor: Actor, bookingId: string, decision: RefundBookingBody): Promise<void> {
  const refundId = await deps.db.transaction().execute((trx) => decide(deps, trx, actor, asUuid(bookingId), decision))
  await trySending(deps, refundId)
}

async function decide(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  bookingId: string,
  { amountCents, reason, seen }: RefundBookingBody,
): Promise<string> {
  await lockActor(trx, actor, 'bookings.refund')
  await lockOwner(trx, bookingId)
  const booking = await lockBooking(trx, bookingId)
  await refuseOwnBooking(trx, actor, bookingId, 'bookings.refund')
  const payment = await lockPrimaryPayment(trx, booking.id)
  const money = moneyOf(deps, booking, payment)
  await refuseUnseen(trx, booking.id, money, seen)
  if (!payment || !PAID_STATUSES.has(booking.status)) throw notRefundable('Nothing has been paid for this booking.')
  const freeCents = money.leftCents - (money.disputedCents ?? 0)
  if (freeCents <= 0) refuseDisputed(money.dispute)
  refuseMoreThan(freeCents, amountCents)
  await refuseOverCeiling(deps, trx, actor, { cents: amountCents, currency: booking.currency })
  const { id: paymentId, currency } = payment
  const refundId = await requestRefund(deps, trx, { paymentId, amountCents, currency, cause: 'goodwill', reason })
  const customer = await getCustomer(trx, booking.id)
  const facts = {
    ...booking,
    customerName: customer.name,
    siteUrl: deps.origins.ofMails(),
    isPaidOutside: payment.provider_payment_id === null,
  }
  await queueMail(
    trx,
    deps.queue,
    goodwillRefundMail(customer.email, facts, { refundId, amountCents, reason, isConfirmed: booking.status === 'confirmed' }),
  )
  await recordAudit(trx, {
    actor,
    action: 'booking.refunded',
    subject: { kind: 'booking', id: booking.id },
    after: { refundId, amountCents },
  })
  return refundId
}

function notRefundable(message: string): AppError {
  return new AppError('not_refundable', message)
}
