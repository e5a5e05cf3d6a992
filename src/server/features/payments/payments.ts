import { randomUUID } from 'node:crypto'
import type { NotNull } from 'kysely'
import type { Currency } from '#shared/money.ts'
import type { OfflineMethod } from '#shared/payments/methods.ts'
import type { PaymentRole } from '#shared/payments/public.ts'
import { lockBooking, lockOwner } from '#server/features/bookings/records.ts'
import type { ReceivedPayment, Span } from '#server/lib/card-provider.ts'
import type { Database, Trx } from '#server/lib/db.ts'

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
    method: OfflineMethod
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

export interface BookedPayment {
  id: string
  booking_id: string
  provider_payment_id: string
  amount_cents: number
  currency: Currency
}

const BOOKED_COLUMNS = ['id', 'booking_id', 'provider_payment_id', 'amount_cents', 'currency'] as const

export async function findCardPayment(db: Database | Trx, providerPaymentId: string): Promise<BookedPayment | undefined> {
  return db
    .selectFrom('payments')
    .select(BOOKED_COLUMNS)
    .where('provider_payment_id', '=', providerPaymentId)
    .$narrowType<{ provider_payment_id: NotNull }>()
    .executeTakeFirst()
}

/** Returns the id of the payment recorded by staff for a booking under this reference, unless it was voided. */
export async function findOfflinePayment(db: Database, bookingId: string, reference: string): Promise<string | undefined> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('outside_reference', '=', reference)
    .where('role', '!=', 'voided')
    .executeTakeFirst()
  return payment?.id
}

/** Returns whether a booking was paid in cash or by transfer, which has no page to show. */
export async function isPaidOffline(db: Database, bookingId: string): Promise<boolean> {
  const payment = await db
    .selectFrom('payments')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('role', '=', 'primary')
    .where('provider_payment_id', 'is', null)
    .executeTakeFirst()
  return payment !== undefined
}

/** Keyed by the provider's ids. The span may be at most a day, so that the result fits into memory. */
export async function listBookedPayments(db: Database, { from, until }: Span): Promise<Map<string, BookedPayment>> {
  const rows = await db
    .selectFrom('payments')
    .select(BOOKED_COLUMNS)
    .where('paid_at', '>=', from)
    .where('paid_at', '<', until)
    .where((eb) => eb.not('is_generated'))
    .where('provider_payment_id', 'is not', null)
    .$narrowType<{ provider_payment_id: NotNull }>()
    .execute()
  return new Map(rows.map((row) => [row.provider_payment_id, row]))
}

export async function listPaymentIds(db: Database, bookingId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .select('provider_payment_id')
    .where('booking_id', '=', bookingId)
    .orderBy('paid_at')
    .execute()
  return rows.flatMap(({ provider_payment_id }) => provider_payment_id ?? [])
}
