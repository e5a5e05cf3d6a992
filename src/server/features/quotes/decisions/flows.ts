import { dayIn, longDay, timeIn } from '#shared/dates.ts'
import { formatMoney } from '#shared/money.ts'
import { calls } from '#shared/paths.ts'
import type { Permission } from '#shared/accounts/permissions.ts'
import type { SeenQuote } from '#shared/quotes/staff.ts'
import { lockActor, type Actor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { quoteApprovedMail } from '#server/emails/quote-approved.ts'
import { quoteDeclinedMail } from '#server/emails/quote-declined.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders/commands.ts'
import { asUuid, getCustomer } from '#server/features/bookings/queries.ts'
import { untilDecided, type Decision } from '#server/features/checkout/deciding/flows.ts'
import { findActiveAttempt } from '#server/features/payments/attempts/queries.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine/queries.ts'
import { findBankFacts } from '#server/features/settings/settings.ts'
import { approve, approvedPrice, decline, isApprovedAlready, lockQuote, notQuotable, type Approval, type LockedQuote } from '../commands.ts'
import { factsOf } from '../mail-facts.ts'
import { findLatestLinkAt, listDecisions } from '../queries.ts'

/** Keeps a double click, or a second person, from sending a second email. */
const RESEND_PAUSE_MS = 60_000

const BUSY = 'The customer is about to pay this quote. Please try again in a moment.'

/**
 * Approves a request, or requotes it at another price, and emails the customer the payment link. Safe to repeat. A card page open at an old
 * price is closed first, so that nobody pays a price that no longer holds. Throws 400, 404, 409 `not_quotable` (also when the old price has
 * just been paid), 502 when the provider is down.
 */
export async function approveQuote(
  deps: Deps,
  actor: Actor,
  bookingId: string,
  { seen, ...approval }: Approval & { seen?: SeenQuote | undefined },
): Promise<void> {
  await withoutOpenAttempt(
    deps,
    { actor, permission: approval.isAtEstimate ? 'quotes.answer' : 'quotes.reprice' },
    asUuid(bookingId),
    async (trx, quote, hasAttempt) => {
      const priceCents = approvedPrice(quote, approval, deps.now())
      await refuseOwnBooking(trx, actor, quote.id, 'quotes.answer')
      if (isApprovedAlready(quote, priceCents, deps.now())) return true
      await refuseChanged(trx, quote, seen)
      if (hasAttempt) return false
      await sendLink(deps, trx, quote, { priceCents, reason: approval.reason, actor })
      return true
    },
  )
}

/**
 * Sends an approved quote again at the same price, at most once a minute. It becomes a new version, because only the
 * hash of a link is kept; the new link invalidates the old one. Throws 404, 409 `not_quotable`, 502.
 */
export async function resendQuote(deps: Deps, actor: Actor, bookingId: string): Promise<void> {
  await withoutOpenAttempt(deps, { actor, permission: 'quotes.answer' }, asUuid(bookingId), async (trx, quote, hasAttempt) => {
    await refuseOwnBooking(trx, actor, quote.id, 'quotes.answer')
    if (quote.status !== 'approved') throw notQuotable('You can only resend the link for an approved quote.')
    const priceCents = approvedPrice(quote, {}, deps.now())
    const sentAt = await findLatestLinkAt(trx, quote.id)
    if (sentAt && deps.now().getTime() - sentAt.getTime() < RESEND_PAUSE_MS) return true
    if (hasAttempt) return false
    await sendLink(deps, trx, quote, { priceCents, reason: quote.decision_reason ?? undefined, actor })
    return true
  })
}

async function sendLink(
  deps: Deps,
  trx: Trx,
  quote: LockedQuote,
  decided: { priceCents: number; reason: string | undefined; actor: Actor },
): Promise<void> {
  const { priceCents, reason = null } = decided
  const { token, version, expiresAt } = await approve(trx, quote, { ...decided, days: deps.config.QUOTE_DAYS, now: deps.now() })
  const customer = await getCustomer(trx, quote.id)
  const facts = { ...factsOf(deps, quote, customer.name), total_cents: priceCents }
  const zone = deps.config.AGENCY_TIME_ZONE
  const payUntil = `${longDay(dayIn(zone, expiresAt))}, ${timeIn(zone, expiresAt)}`
  const payUrl = `${deps.origins.ofCalls()}${calls.payQuote(token)}`
  const offer = { version, payUrl, payUntil, reason, ...(await findBankFacts(trx)) }
  await queueMail(trx, deps.queue, quoteApprovedMail(customer.email, facts, offer, expiresAt))
}

/** Declines a request or takes back an unpaid quote, and emails the customer the reason. Throws 404, 409 `not_quotable`, 502. */
export async function declineQuote(deps: Deps, actor: Actor, bookingId: string, reason: string, seen?: SeenQuote): Promise<void> {
  await withoutOpenAttempt(deps, { actor, permission: 'quotes.answer' }, asUuid(bookingId), async (trx, quote, hasAttempt) => {
    await refuseChanged(trx, quote, seen)
    if (quote.status === 'declined') return true
    if (hasAttempt) return false
    await decline(trx, quote, { reason, actor, now: deps.now() })
    const customer = await getCustomer(trx, quote.id)
    await queueMail(trx, deps.queue, quoteDeclinedMail(customer.email, factsOf(deps, quote, customer.name), reason))
    return true
  })
}

/** Throws 409 `quote_changed`, saying who did what, if a quote has changed since the person deciding saw it. */
async function refuseChanged(trx: Trx, quote: LockedQuote, seen: SeenQuote | undefined): Promise<void> {
  if (!seen || (seen.status === quote.status && seen.version === quote.quote_version)) return
  const last = (await listDecisions(trx, quote.id)).at(-1)
  const hasDecided = last !== undefined && last.decision === quote.status
  const price = last && formatMoney({ cents: last.total_cents, currency: last.currency })
  const what = hasDecided
    ? `${last.decider_name ?? 'Someone'} has ${last.decision} it${last.decision === 'approved' ? ` at ${price}` : ''}`
    : `it is ${quote.status} now`
  throw new AppError('quote_changed', `This quote has just changed: ${what}. Your answer wasn’t sent.`)
}

/**
 * Runs the decision under the booking's lock. If it returns false, the open attempt is closed at the provider, outside
 * the transaction, and the decision runs again.
 */
async function withoutOpenAttempt(
  deps: Deps,
  { actor, permission }: { actor: Actor; permission: Permission },
  bookingId: string,
  decide: (trx: Trx, quote: LockedQuote, hasAttempt: boolean) => Promise<boolean>,
): Promise<void> {
  await untilDecided(deps, BUSY, async (trx): Promise<Decision<undefined>> => {
    await lockActor(trx, actor, permission)
    const quote = await lockQuote(trx, bookingId)
    await refuseUndecided(trx, quote)
    const attempt = await findActiveAttempt(trx, quote.id)
    const isDecided = await decide(trx, quote, attempt !== undefined)
    return attempt && !isDecided ? { close: attempt } : { outcome: undefined }
  })
}

/** Throws 409 `not_quotable` while a payment for an unpaid quote awaits a person's decision, which comes first. */
async function refuseUndecided(trx: Trx, { id, status }: LockedQuote): Promise<void> {
  if ((status === 'approved' || status === 'expired') && (await findUndecidedPayment(trx, id))) {
    throw notQuotable('A payment for this quote needs a decision. Please complete its task first.')
  }
}
