import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { Currency } from '#shared/money.ts'
import { calls } from '#shared/paths.ts'
import type { Cards } from '#server/lib/cards.ts'
import { isUncertain, PAYMENT_UNAVAILABLE } from '#server/lib/cards.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { createToken } from '#server/lib/tokens.ts'
import { releaseHold } from './holds.ts'

type SessionParams = Stripe.Checkout.SessionCreateParams

interface NewAttempt {
  bookingId: string
  reference: string
  amountCents: number
  currency: Currency
  lineItem: NonNullable<SessionParams['line_items']>[number]
  customerEmail: string
  /** Where the site was reached, for the way back from the card page. */
  origin: string
  expiresAt: Date
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
}

/**
 * Writes down one attempt to pay, with the provider's parameters frozen: the row's id is the idempotency key, and a
 * repeated call must say exactly the same (payments 2.5).
 */
export async function createAttempt(trx: Trx, attempt: NewAttempt): Promise<AttemptRow> {
  const id = randomUUID()
  const cancelToken = createToken()
  const metadata = { attempt_id: id, booking_id: attempt.bookingId, reference: attempt.reference }
  const params: SessionParams = {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    line_items: [attempt.lineItem],
    client_reference_id: id,
    customer_email: attempt.customerEmail,
    metadata,
    // A session's metadata is not on its payment; refund and dispute events are matched by the payment's.
    payment_intent_data: { metadata },
    adaptive_pricing: { enabled: false },
    expires_at: Math.floor(attempt.expiresAt.getTime() / 1000),
    // Joined as text: URLSearchParams would encode the braces, and the provider would not find its placeholder.
    success_url: `${attempt.origin}${calls.payReturn}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${attempt.origin}${calls.payCancel}?token=${cancelToken}`,
  }
  return trx
    .insertInto('payment_attempts')
    .values({
      id,
      booking_id: attempt.bookingId,
      status: 'creating',
      amount_cents: attempt.amountCents,
      currency: attempt.currency,
      params: JSON.stringify(params),
      cancel_token: cancelToken,
      expires_at: attempt.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Opens the provider's session of an attempt, or finds the one that an earlier, interrupted call has opened.
 * A definite refusal frees the hold; when the outcome is unknown the attempt stays, and the reconcile job asks again.
 * Undefined when the attempt has been closed meanwhile: its page can no longer be paid.
 */
export async function openSession(db: Database, cards: Cards, attempt: AttemptRow, now: Date): Promise<string | undefined> {
  let session: Stripe.Checkout.Session
  try {
    session = await cards.stripe().checkout.sessions.create(attempt.params as SessionParams, {
      idempotencyKey: `checkout:${attempt.id}`,
    })
    // A foreign proxy's page or an empty body is no answer of the provider.
    if (session.object !== 'checkout.session') throw new Error('The card service gave an answer that is not a session.')
  } catch (error) {
    const found = isSavedServerError(error) ? await findSession(cards.stripe(), attempt) : undefined
    if (!found) {
      if (!isUncertain(error) || isSavedServerError(error)) await releaseHold(db, attempt.id, 'failed', now)
      throw new AppError('payment_unavailable', PAYMENT_UNAVAILABLE)
    }
    session = found
  }
  if (session.amount_total !== attempt.amount_cents || session.currency !== attempt.currency) {
    await cards.stripe().checkout.sessions.expire(session.id)
    await releaseHold(db, attempt.id, 'failed', now)
    throw new AppError('payment_unavailable', 'The price at the card service is not ours. Nothing was charged; we have been told.')
  }
  const opened = await db
    .updateTable('payment_attempts')
    .set({ status: 'open', session_id: session.id, session_url: session.url })
    .where('id', '=', attempt.id)
    .where('status', 'in', ['creating', 'open'])
    .executeTakeFirst()
  if (opened.numUpdatedRows === 0n) return undefined
  if (!session.url) throw new AppError('payment_unavailable', PAYMENT_UNAVAILABLE)
  return session.url
}

/** The provider keeps a 500 under its key and repeats it for ever: such an attempt cannot succeed any more. */
function isSavedServerError(error: unknown): boolean {
  const status = (error as { statusCode?: unknown } | null)?.statusCode
  return typeof status === 'number' && status >= 500
}

/** The session that an attempt has opened, if the provider knows one. Throws when it cannot be asked. */
async function findSession(stripe: Stripe, attempt: AttemptRow): Promise<Stripe.Checkout.Session | undefined> {
  const from = Math.floor(attempt.created_at.getTime() / 1000) - 300
  for await (const session of stripe.checkout.sessions.list({ created: { gte: from }, limit: 100 })) {
    if (session.client_reference_id === attempt.id) return session
  }
  return undefined
}
