import * as calls from '#shared/quotes/calls.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { lockOwner } from '#server/features/bookings/records.ts'
import { untilDecided, type Decision } from '#server/features/checkout/card-page.ts'
import { findPaidToken, findPayAgain } from '#server/features/checkout/paid.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine.ts'
import { createAttempt, findActiveAttempt } from '#server/features/payments/attempts.ts'
import { isPaidOffline } from '#server/features/payments/payments.ts'
import { lockSession } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { PAY_LINK, payLink } from '#server/lib/pay-links.ts'
import { hashToken } from '#server/lib/secrets.ts'
import type { Serving } from '#server/lib/serve.ts'
import { lockQuote, type LockedQuote } from './locked-quotes.ts'

export function quotePayment({ flow }: Serving, deps: Deps): void {
  const click = payLink(deps, {
    title: 'Your quote',
    kind: 'vehicle',
    find: async (token) => (await findQuoteLink(deps.db, token)) ?? (await findPayAgain(deps.db, token, 'vehicle', deps.now())),
    open: async ({ booking_id, quote_version }, origin) => {
      const payment = await openQuotePayment(deps, booking_id, origin, { version: quote_version })
      if (payment.state === 'payable') return { url: payment.url }
      if (payment.state !== 'paid' || (await isPaidOffline(deps.db, booking_id))) return { message: NOT_PAYABLE[payment.state] }
      return { state: 'paid', paidToken: await findPaidToken(deps.db, booking_id, deps.now()) }
    },
  })
  flow(calls.payQuote, click, PAY_LINK)
}

/** Includes links that can no longer be paid. */
async function findQuoteLink(db: Database, token: string) {
  return db.selectFrom('quote_links').select(['booking_id', 'quote_version']).where('token_hash', '=', hashToken(token)).executeTakeFirst()
}

interface NotPayable {
  state: 'paid' | 'expired' | 'declined' | 'withdrawn' | 'replaced' | 'pending' | 'checking'
}

/** Either the address of the card page, or why the quote cannot be paid. */
type QuotePayment = { state: 'payable'; url: string } | NotPayable

const BUSY = 'We’re already processing a payment for this quote. Please try again in a moment.'

/**
 * Returns the card page of an approved quote, opening a new one if none is open, at the latest price. Everything is checked again each
 * time, under the booking's lock. `by` is the signed-in owner, or the version in the emailed link, which must be the latest. Throws 401,
 * 404, 502 `payment_unavailable`.
 */
async function openQuotePayment(
  deps: Deps,
  bookingId: string,
  origin: string,
  by: { owner: SignedIn } | { version: number },
): Promise<QuotePayment> {
  const decided = await untilDecided(deps, BUSY, async (trx) => {
    if ('owner' in by) await lockSession(trx, by.owner)
    return prepare(deps, trx, bookingId, origin, 'version' in by ? by.version : undefined)
  })
  return 'url' in decided ? { state: 'payable', url: decided.url } : decided
}

async function prepare(
  deps: Deps,
  trx: Trx,
  bookingId: string,
  origin: string,
  version: number | undefined,
): Promise<Decision<NotPayable>> {
  // An account deletion either sees the attempt made here, or has already ended the quote.
  await lockOwner(trx, bookingId)
  const quote = await lockQuote(trx, bookingId)
  const state = stateOf(quote, deps.now(), version)
  const active = await findActiveAttempt(trx, quote.id)
  if (state !== 'paid' && (await findUndecidedPayment(trx, quote.id))) {
    // An older page may have been paid, so no one may pay again before that has been decided.
    return active ? { close: active } : { outcome: { state: 'checking' } }
  }
  if (state !== 'payable') return { outcome: { state } }
  if (active) {
    const isUsable = active.amount_cents === quote.total_cents && active.expires_at > deps.now()
    return isUsable ? { pay: active } : { close: active }
  }
  const customer = await getCustomer(trx, quote.id)
  const attempt = await createAttempt(deps, trx, {
    bookingId: quote.id,
    reference: quote.reference,
    amountCents: quote.total_cents,
    currency: quote.currency,
    // The price is specific to this quote; the provider has no product for it.
    item: { name: `${quote.title} (${quote.reference})`, amountCents: quote.total_cents, currency: quote.currency },
    customerEmail: customer.email,
    booked: quote,
    origin,
    isPaidByLink: true,
  })
  return { pay: attempt }
}

function stateOf(quote: LockedQuote, now: Date, version: number | undefined): Exclude<QuotePayment['state'], 'checking'> {
  switch (quote.status) {
    case 'confirmed':
    case 'completed':
    case 'cancelled':
      return 'paid'
    case 'declined':
    case 'withdrawn':
    case 'pending':
      return quote.status
    case 'expired':
    case 'approved':
      if (version !== undefined && version !== quote.quote_version) return 'replaced'
      return quote.status === 'approved' && quote.quote_expires_at !== null && quote.quote_expires_at > now ? 'payable' : 'expired'
  }
}

/** Returns the card page of an approved quote, for My Bookings. Throws 401, and 409 `not_payable` with the reason. */
export async function continueQuotePayment(deps: Deps, who: SignedIn, bookingId: string, origin: string): Promise<string> {
  const payment = await openQuotePayment(deps, bookingId, origin, { owner: who })
  if (payment.state === 'payable') return payment.url
  throw new AppError('not_payable', NOT_PAYABLE[payment.state])
}

const NOT_PAYABLE: Record<NotPayable['state'], string> = {
  paid: 'This quote has already been paid.',
  expired: 'This quote has expired. Please email or call us and we’ll send you a new one.',
  declined: 'We’ve withdrawn this quote, so it can no longer be paid.',
  withdrawn: 'This request has been withdrawn, so it can no longer be paid.',
  replaced: 'This quote has been replaced by a newer one. Please use the link in our newest email.',
  pending: 'This quote hasn’t been approved yet. We’ll email you as soon as it is.',
  checking: 'We have received your payment and are checking it. You don’t need to pay again. We’ll email you when we’ve finished.',
}
