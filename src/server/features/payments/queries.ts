import type { NotNull } from 'kysely'
import type { Currency } from '#shared/money.ts'
import type { Span } from '#server/lib/card-provider.ts'
import type { Database, Trx } from '#server/lib/db.ts'

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

/** Returns the id of what staff recorded for a booking with this reference and has not been voided. */
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

/** Returns whether a booking was paid in cash or by transfer, of which there is no page to show. */
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
