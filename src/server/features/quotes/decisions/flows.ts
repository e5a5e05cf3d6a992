import { dayIn, longDay, timeIn } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { quoteApprovedMail } from '#server/emails/quote-approved.ts'
import { quoteDeclinedMail } from '#server/emails/quote-declined.ts'
import type { Actor } from '#server/features/audit/commands.ts'
import { asUuid, getCustomer } from '#server/features/bookings/queries.ts'
import { untilDecided, type Decision } from '#server/features/payments/attempts/flows.ts'
import { findActiveAttempt } from '#server/features/payments/attempts/queries.ts'
import { approve, approvedPrice, decline, isApprovedAlready, lockQuote, type Approval, type LockedQuote } from '../commands.ts'
import { factsOf } from '../mail-facts.ts'

const BUSY = 'The customer is about to pay this quote. Please try again in a moment.'

/**
 * Approves a request, or quotes it anew at another price; the customer gets the link to pay. Clicked twice it is done
 * once. A card page that is open at an old price is closed first: nobody pays a price that no longer holds (row 61).
 * Throws 400, 404, 409 `not_quotable` (also when the old price has just been paid), 502 when the provider is away.
 */
export async function approveQuote(deps: Deps, actor: Actor, bookingId: string, approval: Approval): Promise<void> {
  await withoutOpenAttempt(deps, asUuid(bookingId), async (trx, quote, hasAttempt) => {
    const priceCents = approvedPrice(quote, approval, deps.now())
    if (isApprovedAlready(quote, priceCents, deps.now())) return true
    if (hasAttempt) return false
    const decision = { priceCents, reason: approval.reason, actor, days: deps.config.QUOTE_DAYS, now: deps.now() }
    const { token, version, expiresAt } = await approve(trx, quote, decision)
    const customer = await getCustomer(trx, quote.id)
    const facts = { ...factsOf(deps, quote, customer.name), total_cents: priceCents }
    const zone = deps.config.AGENCY_TIME_ZONE
    const payUntil = `${longDay(dayIn(zone, expiresAt))}, ${timeIn(zone, expiresAt)}`
    const payUrl = `${deps.origins.ofCalls()}${calls.payQuote(token)}`
    const mail = quoteApprovedMail(customer.email, facts, { version, payUrl, payUntil, reason: approval.reason ?? null }, expiresAt)
    await queueMail(trx, deps.queue, mail)
    return true
  })
}

/** Declines a request or takes back an unpaid quote; the customer gets the reason. Throws 404, 409 `not_quotable`, 502. */
export async function declineQuote(deps: Deps, actor: Actor, bookingId: string, reason: string): Promise<void> {
  await withoutOpenAttempt(deps, asUuid(bookingId), async (trx, quote, hasAttempt) => {
    if (quote.status === 'declined') return true
    if (hasAttempt) return false
    await decline(trx, quote, { reason, actor, now: deps.now() })
    const customer = await getCustomer(trx, quote.id)
    await queueMail(trx, deps.queue, quoteDeclinedMail(customer.email, factsOf(deps, quote, customer.name), reason))
    return true
  })
}

/**
 * Runs the decision under the booking's lock. When it says false, it waits for an open attempt: that is closed at the
 * provider, outside of the transaction, and the decision is made anew.
 */
async function withoutOpenAttempt(
  deps: Deps,
  bookingId: string,
  decide: (trx: Trx, quote: LockedQuote, hasAttempt: boolean) => Promise<boolean>,
): Promise<void> {
  await untilDecided(deps, BUSY, async (trx): Promise<Decision<undefined>> => {
    const quote = await lockQuote(trx, bookingId)
    const attempt = await findActiveAttempt(trx, quote.id)
    const isDecided = await decide(trx, quote, attempt !== undefined)
    return attempt && !isDecided ? { close: attempt } : { outcome: undefined }
  })
}
