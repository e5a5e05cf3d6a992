import type { NotNull } from 'kysely'
import type { Currency } from '#shared/money.ts'
import type { Database, Trx } from '#server/lib/db.ts'

/** A card payment as our books have it. */
export interface BookedPayment {
  id: string
  booking_id: string
  provider_payment_id: string
  amount_cents: number
  currency: Currency
}

export const BOOKED_COLUMNS = ['id', 'booking_id', 'provider_payment_id', 'amount_cents', 'currency'] as const

/** Finds a card payment by the provider's id. */
export async function findCardPayment(db: Database | Trx, providerPaymentId: string): Promise<BookedPayment | undefined> {
  return db
    .selectFrom('payments')
    .select(BOOKED_COLUMNS)
    .where('provider_payment_id', '=', providerPaymentId)
    .$narrowType<{ provider_payment_id: NotNull }>()
    .executeTakeFirst()
}
