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
}

/**
 * Locks a payment after its booking, and the booking after its owner's account: the same order as in cancellations and
 * account deletions. A task that names the owner locks the account too; taking it last could deadlock with a deletion
 * that waits for the booking.
 */
export async function lockPayment(trx: Trx, providerPaymentId: string | null): Promise<LockedPayment | undefined> {
  const query = trx
    .selectFrom('payments')
    .select(['id', 'booking_id', 'amount_cents', 'refund_requested_cents', 'currency', 'role'])
    .where('provider_payment_id', '=', providerPaymentId ?? '')
  const payment = await query.executeTakeFirst()
  if (!payment) return undefined
  await lockOwner(trx, payment.booking_id)
  const { user_id } = await lockBooking(trx, payment.booking_id)
  const locked = await query.forUpdate().executeTakeFirst()
  return locked && { ...locked, user_id }
}

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
      // The database accepts a currency we do not know only on a quarantined payment.
      currency: received.currency as Currency,
      method: received.method,
      receipt_url: received.receiptUrl,
      role,
      paid_at: received.paidAt,
    })
    .execute()
  return id
}

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
    role: 'primary' | 'quarantined'
  },
): Promise<string> {
  const { bookingId, amountCents, currency, method, reference, recordedBy, paidAt, role } = payment
  const id = randomUUID()
  await trx
    .insertInto('payments')
    .values({
      id,
      booking_id: bookingId,
      amount_cents: amountCents,
      currency,
      method,
      role,
      paid_at: paidAt,
      outside_reference: reference,
      recorded_by: recordedBy,
    })
    .execute()
  return id
}

/** Turns a quarantined payment into the one that confirms its booking. */
export async function acceptPayment(trx: Trx, paymentId: string): Promise<void> {
  await trx.updateTable('payments').set({ role: 'primary' }).where('id', '=', paymentId).execute()
}

/** Keeps the row of a payment that never came, with who says so and why. */
export async function voidPayment(
  trx: Trx,
  paymentId: string,
  { by, reason, at }: { by: string; reason: string; at: Date },
): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ role: 'voided', voided_by: by, void_reason: reason, voided_at: at })
    .where('id', '=', paymentId)
    .execute()
}

/** A database check prevents refunding more than was paid. */
export async function reserveRefund(trx: Trx, paymentId: string, amountCents: number) {
  return trx
    .updateTable('payments')
    .set((eb) => ({ refund_requested_cents: eb('refund_requested_cents', '+', amountCents) }))
    .where('id', '=', paymentId)
    .returning(['booking_id', 'provider_payment_id'])
    .executeTakeFirstOrThrow()
}

/** Capped at what was paid, which two refunds that crossed may exceed. */
export async function setReturned(trx: Trx, paymentId: string, cents: number): Promise<void> {
  await trx
    .updateTable('payments')
    .set((eb) => ({ refund_requested_cents: eb.fn<number>('least', [eb.ref('amount_cents'), eb.val(cents)]) }))
    .where('id', '=', paymentId)
    .execute()
}
