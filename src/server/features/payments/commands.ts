import type { PaymentRole } from '#shared/payments/public.ts'
import { randomUUID } from 'node:crypto'
import type { Currency } from '#shared/money.ts'
import type { ReceivedPayment } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import { lockBooking, lockOwner } from '#server/features/bookings/commands.ts'

export interface LockedPayment {
  id: string
  booking_id: string
  user_id: string
  amount_cents: number
  refund_requested_cents: number
  currency: Currency
  role: PaymentRole
  disputed_at: Date | null
  dispute_lost_at: Date | null
}

/**
 * Locks a payment behind its booking, and that behind its owner's account: the order of a cancellation and of a deletion. A task
 * that names the owner needs the account too; whoever took it last could wait for a deletion that waits for the booking.
 */
export async function lockPayment(trx: Trx, providerPaymentId: string | null): Promise<LockedPayment | undefined> {
  const query = trx
    .selectFrom('payments')
    .select(['id', 'booking_id', 'amount_cents', 'refund_requested_cents', 'currency', 'role', 'disputed_at', 'dispute_lost_at'])
    .where('provider_payment_id', '=', providerPaymentId ?? '')
  const payment = await query.executeTakeFirst()
  if (!payment) return undefined
  await lockOwner(trx, payment.booking_id)
  const { user_id } = await lockBooking(trx, payment.booking_id)
  const locked = await query.forUpdate().executeTakeFirst()
  return locked && { ...locked, user_id }
}

/** Writes down a payment that the card provider has received. Returns its id. */
export async function createCardPayment(
  trx: Trx,
  payment: { bookingId: string; attemptId: string; received: ReceivedPayment; role: PaymentRole },
): Promise<string> {
  const { bookingId, attemptId, received, role } = payment
  const id = randomUUID()
  await trx
    .insertInto('payments')
    .values({
      id,
      booking_id: bookingId,
      attempt_id: attemptId,
      provider_payment_id: received.id,
      amount_cents: received.amountCents,
      // The database allows one that we do not know only to a quarantined payment.
      currency: received.currency as Currency,
      method: received.method,
      receipt_url: received.receiptUrl,
      role,
      paid_at: received.paidAt,
    })
    .execute()
  return id
}

/** Writes down what was paid in cash or by transfer, with a reference and who says so. Returns its id. */
export async function createOfflinePayment(
  trx: Trx,
  payment: {
    bookingId: string
    amountCents: number
    currency: Currency
    method: string
    reference: string
    recordedBy: string
    paidAt: Date
  },
): Promise<string> {
  const { bookingId, amountCents, currency, method, reference, recordedBy, paidAt } = payment
  const id = randomUUID()
  await trx
    .insertInto('payments')
    .values({
      id,
      booking_id: bookingId,
      amount_cents: amountCents,
      currency,
      method,
      role: 'primary',
      paid_at: paidAt,
      outside_reference: reference,
      recorded_by: recordedBy,
    })
    .execute()
  return id
}

/** Makes a payment that was kept apart the one that its booking is confirmed with. */
export async function acceptPayment(trx: Trx, paymentId: string): Promise<void> {
  await trx.updateTable('payments').set({ role: 'primary' }).where('id', '=', paymentId).execute()
}

/** Reserves what is to go back of a payment; the check on it makes it impossible to ask for more than was paid. */
export async function reserveRefund(trx: Trx, paymentId: string, amountCents: number) {
  return trx
    .updateTable('payments')
    .set((eb) => ({ refund_requested_cents: eb('refund_requested_cents', '+', amountCents) }))
    .where('id', '=', paymentId)
    .returning(['booking_id', 'provider_payment_id'])
    .executeTakeFirstOrThrow()
}

/** Sets what of a payment has gone back or is on its way. Two requests that crossed may be more than was paid. */
export async function setReturned(trx: Trx, paymentId: string, cents: number): Promise<void> {
  await trx
    .updateTable('payments')
    .set((eb) => ({ refund_requested_cents: eb.fn<number>('least', [eb.ref('amount_cents'), eb.val(cents)]) }))
    .where('id', '=', paymentId)
    .execute()
}

/** Writes down how the dispute of a payment stands. */
export async function setDispute(trx: Trx, paymentId: string, dispute: { disputedAt: Date | null; lostAt: Date | null }): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ disputed_at: dispute.disputedAt, dispute_lost_at: dispute.lostAt })
    .where('id', '=', paymentId)
    .execute()
}
