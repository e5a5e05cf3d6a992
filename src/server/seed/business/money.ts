import { calculateRefund } from '#shared/refunds/policies.ts'
import { dayIn } from '#shared/dates.ts'
import type { Currency } from '#shared/money.ts'
import type { Rows } from './rows.ts'
import { idOf, type Year } from './year.ts'

const MINUTE_MS = 60_000
const HOLD_MS = 35 * MINUTE_MS

export interface Sold {
  n: number
  bookingId: string
  cents: number
  currency: Currency
  openedAt: Date
}

export type PaymentRow = Rows['payments'][number] & { paid_at: Date; refund_requested_cents: number }

/** Returns when the unpaid checkout ended. */
export function addUnpaidCheckout(rows: Rows, sold: Sold): Date {
  const closedAt = new Date(sold.openedAt.getTime() + HOLD_MS)
  rows.payment_attempts.push({ ...attemptOf(sold), status: 'expired', closed_at: closedAt })
  return closedAt
}

export function addPayment(rows: Rows, sold: Sold): PaymentRow {
  const { n, bookingId, cents, currency, openedAt } = sold
  const paidAt = new Date(openedAt.getTime() + (2 + (n % 7)) * MINUTE_MS)
  const attempt = attemptOf(sold)
  rows.payment_attempts.push({ ...attempt, status: 'complete', closed_at: paidAt })
  const payment: PaymentRow = {
    id: idOf('payment', n),
    booking_id: bookingId,
    attempt_id: attempt.id,
    provider_payment_id: `pi_demo_${compact(idOf('payment', n))}`,
    amount_cents: cents,
    currency,
    method: 'card',
    role: 'primary',
    refund_requested_cents: 0,
    paid_at: paidAt,
    created_at: paidAt,
  }
  rows.payments.push(payment)
  return payment
}

interface Returned {
  n: number
  cents: number
  at: Date
  cause?: 'cancellation' | 'external'
}

/** Returns the refund's row id and the provider's id. */
export function addRefund(rows: Rows, payment: PaymentRow, { n, cents, at, cause = 'cancellation' }: Returned) {
  const id = idOf('refund', n)
  const providerId = `re_demo_${compact(id)}`
  payment.refund_requested_cents += cents
  rows.refunds.push({
    id,
    payment_id: payment.id,
    amount_cents: cents,
    currency: payment.currency,
    state: 'succeeded',
    cause,
    provider_refund_id: providerId,
    made_at: at,
    created_at: at,
    updated_at: at,
    next_try_at: at,
  })
  return { id, providerId }
}

export function addPolicyRefund(
  { timeZone }: Year,
  rows: Rows,
  n: number,
  payment: PaymentRow,
  booking: Rows['bookings'][number],
  cancelledAt: Date,
): string | undefined {
  const policy = {
    fullRefundDays: booking.full_refund_days,
    partialRefundDays: booking.partial_refund_days,
    partialRefundPercentage: booking.partial_refund_percentage,
  }
  const { refundCents } = calculateRefund(policy, booking.total_cents, booking.starts_on, dayIn(timeZone, cancelledAt))
  return refundCents > 0 ? addRefund(rows, payment, { n, cents: refundCents, at: cancelledAt }).id : undefined
}

function attemptOf({ n, bookingId, cents, currency, openedAt }: Sold) {
  const id = idOf('attempt', n)
  return {
    id,
    booking_id: bookingId,
    amount_cents: cents,
    currency,
    params: '{}',
    cancel_token: `demo-${id}`,
    session_id: `cs_demo_${compact(id)}`,
    expires_at: new Date(openedAt.getTime() + HOLD_MS),
    created_at: openedAt,
    next_try_at: openedAt,
  }
}

function compact(uuid: string): string {
  return uuid.replaceAll('-', '')
}
