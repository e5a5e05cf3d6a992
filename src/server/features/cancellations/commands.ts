import type { BookingMoney, SeenMoney } from '#shared/refunds/staff.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { bookingCancelledMail, type CancelledFacts } from '#server/emails/bookings.ts'
import { listAudit } from '#server/features/audit/audit.ts'
import { freeCode } from '#server/features/codes/uses.ts'
import { cancelBooking } from '#server/features/bookings/statuses.ts'
import type { LockedBooking } from '#server/features/bookings/records.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { readTrip } from '#server/features/bookings/trips.ts'
import { coverRefund } from '#server/features/refunds/disputes.ts'
import { requestRefund } from '#server/features/refunds/requests.ts'
import { disputeOf } from '#server/features/refunds/what-is-left.ts'
import type { PrimaryPayment } from './queries.ts'

export interface Cancellation {
  reason: string
  refundCents: number
  returnedCents: number
  /** What is owed but has been paid by a lost dispute, which this ends. */
  coveredCents: number
  /** Set when the agency cancels rather than the owner; `isByPolicy` means the refund is what the policy says. */
  byAgency?: { isByPolicy: boolean }
  /** Set when staff cancel because the bank or the card provider has moved the money. */
  cause?: CancelledFacts['cause']
}

/**
 * Cancels a confirmed booking, refunds that amount of its payment and tells its owner. Booking and payment must be
 * locked. Returns the id of the refund to send, if any.
 */
export async function cancelPaidBooking(
  deps: Deps,
  trx: Trx,
  booking: LockedBooking,
  payment: PrimaryPayment | undefined,
  { reason, refundCents, returnedCents, coveredCents, byAgency, cause }: Cancellation,
): Promise<string | undefined> {
  await cancelBooking(trx, booking, reason, deps.now())
  if (byAgency) await freeCode(trx, booking.id, deps.now())
  const customer = await getCustomer(trx, booking.id)
  const facts = {
    ...booking,
    customerName: customer.name,
    siteUrl: deps.origins.ofMails(),
    isPaidOutside: payment?.provider_payment_id === null,
    ...(await readTrip(deps, trx, booking)),
  }
  const refund = {
    refundCents,
    returnedCents,
    dispute: disputeOf(payment),
    ...(cause && { cause }),
    ...(byAgency && { byAgency: { ...byAgency, reason } }),
  }
  await queueMail(trx, deps.queue, bookingCancelledMail(customer.email, { ...facts, ...refund }))
  if (!payment) return undefined
  const { id: paymentId, currency } = payment
  await coverRefund(trx, { paymentId, amountCents: coveredCents, currency, cause: 'cancellation' })
  if (refundCents === 0) return undefined
  return requestRefund(deps, trx, { paymentId, amountCents: refundCents, currency, cause: 'cancellation', leavesHeld: cause !== undefined })
}

/** Throws 409 `figures_changed`, saying who did what, if a booking's money has changed since the person deciding saw it. */
export async function refuseUnseen(trx: Trx, bookingId: string, money: BookingMoney, seen: SeenMoney): Promise<void> {
  const isSeen =
    seen.status === money.status &&
    seen.paidCents === money.paidCents &&
    seen.returnedCents === money.returnedCents &&
    seen.policyCents === money.policyCents
  if (isSeen) return
  const isCancelled = money.status === 'cancelled' && seen.status !== 'cancelled'
  const [latest] = await listAudit(trx, { limit: 1, action: isCancelled ? 'booking.cancelled' : 'booking.refunded', subject: bookingId })
  const who = latest?.actor?.name
  const what = isCancelled
    ? `${who ?? 'its owner'} has cancelled it`
    : who
      ? `${who} has made a partial refund`
      : 'the refundable amount has changed'
  throw new AppError('figures_changed', `This booking has just changed: ${what}. Your change wasn’t made. Please check again.`)
}

/** Throws 400 if the amount exceeds what is left of the payment. */
export function refuseMoreThan(leftCents: number, amountCents: number): void {
  if (amountCents <= leftCents) return
  const message = 'That’s more than is left of the payment.'
  throw new AppError('validation_failed', message, { issues: [{ path: 'amountCents', message }] })
}
