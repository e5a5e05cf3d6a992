import type { RefundState } from '#shared/refunds/states.ts'
import { sql } from 'kysely'
import type { RefundPreview } from '#shared/bookings/public.ts'
import { centsToDecimal, type Currency } from '#shared/money.ts'
import type { BookingMoney } from '#shared/refunds/staff.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { departureOf } from '#server/features/bookings/statuses.ts'
import { type LockedBooking, asUuid, getOwnBooking, policyOf } from '#server/features/bookings/records.ts'
import { findBoughtLines } from '#server/features/bookings/lines.ts'
import { postMissing } from '#server/features/ledger/posting.ts'
import { receiptSums } from '#server/features/ledger/booking-sums.ts'
import { disputeOf } from '#server/features/refunds/what-is-left.ts'
import { cancellationRefund } from './refund-calculation.ts'

/** The refund of a cancelled booking. `state` is the provider's, or `requested` until it has answered. */
export interface RefundOutcome {
  amountCents: number
  currency: Currency
  state: RefundState
}

/** By the policy agreed when booking. Throws 404. */
export async function previewRefund(deps: Deps, userId: string, bookingId: string): Promise<RefundPreview> {
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
async function findPrimaryPayment(db: Database | Trx, bookingId: string) {
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

/** The booking must be locked, so that no refund can be added meanwhile. */
export async function lockPrimaryPayment(trx: Trx, bookingId: string): Promise<PrimaryPayment | undefined> {
  const locked = trx.selectFrom('payments').select('id').where('booking_id', '=', bookingId).where('role', '=', 'primary').forUpdate()
  // Read only then: whoever held the lock may have changed its sums.
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

/** The most telling state first. */
const TELLING: RefundState[] = ['requested', 'pending', 'blocked', 'failed', 'canceled', 'succeeded', 'settled', 'lost']

/**
 * Returns the refund of a cancellation as it is now, following the chain of replacements when one failed and was made again, possibly outside
 * this site. A dispute may have split it: then the sum.
 */
export async function findRefundOutcome(db: Database, bookingId: string): Promise<RefundOutcome | undefined> {
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
