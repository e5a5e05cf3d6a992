import { randomUUID } from 'node:crypto'
import type { Currency } from '#shared/money.ts'
import { calls } from '#shared/paths.ts'
import type { SessionOrder } from '#server/lib/card-provider.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { createToken } from '#server/lib/tokens.ts'

interface NewAttempt {
  bookingId: string
  reference: string
  amountCents: number
  currency: Currency
  item: SessionOrder['item']
  customerEmail: string
  /** Where the site was reached, for the way back from the card page. */
  origin: string
}

export interface AttemptRow {
  id: string
  booking_id: string
  status: 'creating' | 'open' | 'complete' | 'expired' | 'failed'
  amount_cents: number
  currency: string
  params: unknown
  session_id: string | null
  session_url: string | null
  created_at: Date
  expires_at: Date
  closed_blind_at: Date | null
  unpaid_since: Date | null
}

/**
 * Writes down one attempt to pay, with the provider's parameters frozen: the row's id is the idempotency key, and a
 * repeated call must say exactly the same (payments 2.5).
 */
export async function createAttempt({ cards, config, now }: Deps, trx: Trx, attempt: NewAttempt): Promise<AttemptRow> {
  const { bookingId, reference, amountCents, currency, item, customerEmail, origin } = attempt
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + config.HOLD_MINUTES * 60_000)
  const id = randomUUID()
  const cancelToken = createToken()
  const frozen = cards.freezeSession({
    attemptId: id,
    bookingId,
    reference,
    item,
    customerEmail,
    expiresAt,
    paidUrl: `${origin}${calls.payReturn}`,
    cancelUrl: `${origin}${calls.payCancel}?token=${cancelToken}`,
  })
  return trx
    .insertInto('payment_attempts')
    .values({
      id,
      booking_id: bookingId,
      status: 'creating',
      amount_cents: amountCents,
      currency,
      params: JSON.stringify(frozen),
      cancel_token: cancelToken,
      expires_at: expiresAt,
      created_at: createdAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}
