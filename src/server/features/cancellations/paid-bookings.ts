import { sql } from 'kysely'
import { calculateRefund } from '#shared/refunds/policies.ts'
import type { BookingMoney, SeenMoney } from '#shared/refunds/staff.ts'
import { bookingCancelledMail, type CancelledFacts } from '#server/emails/bookings.ts'
import { listAudit } from '#server/features/audit/audit.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { findBoughtLines } from '#server/features/bookings/lines.ts'
import { asUuid, policyOf, type LockedBooking } from '#server/features/bookings/records.ts'
import { cancelBooking, departureOf } from '#server/features/bookings/statuses.ts'
import { readTrip } from '#server/features/bookings/trips.ts'
import { freeCode } from '#server/features/codes/uses.ts'
import { receiptSums, type ReceiptSums } from '#server/features/ledger/booking-sums.ts'
import { postMissing } from '#server/features/ledger/posting.ts'
import { coverRefund } from '#server/features/refunds/disputes.ts'
import { requestRefund } from '#server/features/refunds/requests.ts'
import { disputeOf, leftOf } from '#server/features/refunds/what-is-left.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { todayOf } from '#server/lib/travel-days.ts'

/** Returns what the owner gets back on cancelling now: by the policy, or all of it once the agency has cancelled the departure. */
export async function ownersRefund(
  deps: Deps,
  db: Database | Trx,
  booking: Parameters<typeof cancellationRefund>[1] & { id: string },
  payment: PrimaryPayment | undefined,
) {
  const byPolicy = cancellationRefund(deps, booking, payment)
  const departure = await departureOf(db, booking.id).executeTakeFirst()
  if (!departure?.cancelled_at) return byPolicy
  return { ...byPolicy, tier: 'full' as const, refundCents: byPolicy.leftCents, coveredCents: payment?.lost_cents ?? 0 }
}

/** Returns what the policy owes beyond what has gone back already, also outside this site, if staff cancel now; in cents. */
export function owedAfterOutside(deps: Deps, booking: Parameters<typeof cancellationRefund>[1], payment: PrimaryPayment): number {
  const { policyCents, returnedCents, leftCents } = cancellationRefund(deps, booking, payment)
  return Math.max(0, Math.min(policyCents - returnedCents, leftCents))
}

/** As `owedAfterOutside`, for a booking that is still confirmed; undefined for any other. */
export async function findOwedAfterOutside(deps: Deps, bookingId: string): Promise<number | undefined> {
  const booking = await deps.db
    .selectFrom('bookings')
    .selectAll()
    .where('id', '=', bookingId)
    .where('status', '=', 'confirmed')
    .executeTakeFirst()
  const payment = booking && (await findPrimaryPayment(deps.db, bookingId))
  return payment && owedAfterOutside(deps, booking, payment)
}

export type PrimaryPayment = NonNullable<Awaited<ReturnType<typeof findPrimaryPayment>>>

/** By the ledger. */
export async function findPrimaryPayment(db: Database | Trx, bookingId: string) {
  await postMissing(db, [bookingId])
  return db
    .selectFrom('payments')
    .innerJoinLateral(receiptSums.as('sums'), (join) => join.onTrue())
    .selectAll()
    .select(unansweredCents.as('unanswered_cents'))
    .where('booking_id', '=', bookingId)
    .where('role', '=', 'primary')
    .executeTakeFirst()
}

/** The booking must be locked, so that no refund can be added in between. */
export async function lockPrimaryPayment(trx: Trx, bookingId: string): Promise<PrimaryPayment | undefined> {
  const locked = trx.selectFrom('payments').select('id').where('booking_id', '=', bookingId).where('role', '=', 'primary').forUpdate()
  // Read only then: another holder of the lock may have changed its sums.
  return (await locked.executeTakeFirst()) && findPrimaryPayment(trx, bookingId)
}

/** Selects what was given back outside of a row of `payments` while staff have not said whether its booking is kept, in cents. */
const unansweredCents = sql<number>`(
  select coalesce(-sum(postings.amount_cents), 0)::bigint
  from refunds join postings on refund_id = refunds.id join entries on entries.id = entry_id
  where payment_id = payments.id and booking_id = payments.booking_id and account = 'refunds_payable' and kind = 'refund_owed'
    and exists (select from tasks where kind = 'external_refund' and subject = provider_refund_id and closed_at is null))`

/** Throws 404. */
export async function getBookingMoney(deps: Deps, bookingId: string): Promise<BookingMoney> {
  const booking = await deps.db.selectFrom('bookings').selectAll().where('id', '=', asUuid(bookingId)).executeTakeFirst()
  if (!booking) throw notFound('Booking')
  const bought = await findBoughtLines(deps.db, booking.id)
  return { ...moneyOf(deps, booking, await findPrimaryPayment(deps.db, booking.id)), ...(bought && { lines: bought.lines }) }
}

export function moneyOf(deps: Deps, booking: LockedBooking, payment: PrimaryPayment | undefined): BookingMoney {
  const { tier, daysLeft, refundCents, returnedCents, leftCents } = cancellationRefund(deps, booking, payment)
  return {
    status: booking.status,
    currency: booking.currency,
    totalCents: booking.total_cents,
    paidCents: payment?.received_cents ?? 0,
    returnedCents,
    leftCents,
    ...(payment && payment.held_cents > 0 && { disputedCents: payment.held_cents }),
    policyCents: refundCents,
    tier,
    daysLeft,
    policy: policyOf(booking),
    dispute: disputeOf(payment),
  }
}

type PolicyHolder = Pick<
  LockedBooking,
  'full_refund_days' | 'partial_refund_days' | 'partial_refund_percentage' | 'total_cents' | 'starts_on' | 'time_zone'
>

export interface PaidCents extends ReceiptSums {
  /** Of what was returned: made outside this site, while no one has said what it means for the booking. */
  unanswered_cents: number
}

/**
 * Returns what cancelling now refunds: the policy's amount less what has been given back of the booking, as goodwill or outside with the
 * booking kept, and less what a lost dispute covers of it; at most what is left, also of what went back outside and no one has answered.
 */
export function cancellationRefund(deps: Deps, booking: PolicyHolder, payment: PaidCents | undefined) {
  const { tier, daysLeft, refundCents } = calculateRefund(policyOf(booking), booking.total_cents, booking.starts_on, todayOf(deps, booking))
  const lostCents = payment?.lost_cents ?? 0
  const returnedCents = payment ? payment.returned_cents + lostCents : 0
  const leftCents = payment ? leftOf(payment) : 0
  const dueCents = Math.max(0, refundCents - (payment ? payment.returned_cents - payment.unanswered_cents : 0))
  const coveredCents = Math.min(dueCents, lostCents)
  return {
    tier,
    daysLeft,
    policyCents: refundCents,
    refundCents: Math.min(dueCents - coveredCents, leftCents),
    coveredCents,
    returnedCents,
    leftCents,
  }
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
 * Cancels a confirmed booking, refunds that amount of its payment and notifies its owner. Booking and payment must be
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
