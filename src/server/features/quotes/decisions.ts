import { may, type Permission } from '#shared/accounts/permissions.ts'
import { pathOf } from '#shared/contract.ts'
import { DAY_MS, dayIn, longDay, timeIn } from '#shared/dates.ts'
import { formatMoney, leastCharge, unitsToCents } from '#shared/money.ts'
import { PROVIDER_MAXIMUM_CENTS } from '#shared/payments/public.ts'
import { payQuote } from '#shared/quotes/calls.ts'
import * as calls from '#shared/quotes/staff-calls.ts'
import type { SeenQuote } from '#shared/quotes/staff.ts'
import { quoteApprovedMail, quoteDeclinedMail } from '#server/emails/quotes.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { refuseOwnBooking } from '#server/features/bookings/deciders.ts'
import { asUuid } from '#server/features/bookings/records.ts'
import { setStatus } from '#server/features/bookings/statuses.ts'
import { setQuoteFacts } from '#server/features/bookings/vehicle-bookings.ts'
import { untilDecided, type Decision } from '#server/features/checkout/card-page.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine.ts'
import { findActiveAttempt } from '#server/features/payments/attempts.ts'
import { findBankFacts } from '#server/features/settings/settings.ts'
import { lockActor, type Actor } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { staffRoleOf } from '#server/lib/guards.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { createToken, hashToken } from '#server/lib/secrets.ts'
import type { Serving } from '#server/lib/serve.ts'
import { factsOf, lockQuote, type LockedQuote } from './locked-quotes.ts'

/** The answers of staff to a request. */
export function decisions({ flow }: Serving): void {
  flow(calls.approveQuote, async ({ deps, actor, params, body, request }) => {
    const { price, priceCents, reason, seen } = body
    await approveQuote(deps, actor, params.id, {
      priceCents: priceCents ?? (price === undefined ? undefined : unitsToCents(price)),
      reason: reason || undefined,
      seen,
      isAtEstimate: !may(staffRoleOf(request), 'quotes.reprice'),
    })
    return { message: 'Quote approved' }
  })
  flow(calls.declineQuote, async ({ deps, actor, params, body }) => {
    await declineQuote(deps, actor, params.id, body.reason, body.seen)
    return { message: 'Quote declined' }
  })
  flow(calls.resendQuote, async ({ deps, actor, params }) => {
    await resendQuote(deps, actor, params.id)
    return { message: 'Quote sent again' }
  })
}

/** Keeps a double click, or a second person, from sending a second email. */
const RESEND_PAUSE_MS = 60_000

const BUSY = 'The customer is about to pay this quote. Please try again in a moment.'

/**
 * Approves a request, or requotes it at another price, and emails the customer the payment link. Safe to repeat. A card page open at an old
 * price is closed first, so that no one pays a price that no longer holds. Throws 400, 404, 409 `not_quotable` (also when the old price has
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
async function resendQuote(deps: Deps, actor: Actor, bookingId: string): Promise<void> {
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
  const payUrl = `${deps.origins.ofCalls()}${pathOf(payQuote, { token })}`
  const offer = { version, payUrl, payUntil, reason, ...(await findBankFacts(trx)) }
  await queueMail(trx, deps.queue, quoteApprovedMail(customer.email, facts, offer, expiresAt))
}

/** Declines a request or withdraws an unpaid quote, and emails the customer the reason. Throws 404, 409 `not_quotable`, 502. */
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

interface Approval {
  /** In cents; the price doesn’t change if absent. */
  priceCents?: number | undefined
  /** Explanation for the customer, required if the price differs from the one asked. */
  reason?: string | undefined
  /** Set for someone whose role may only approve the estimated price. */
  isAtEstimate?: boolean
}

/** Returns the price in cents that the approval results in. Throws 400, 403 and 409 `not_quotable`. */
function approvedPrice(quote: LockedQuote, approval: Approval, now: Date): number {
  if (quote.status === 'confirmed' || quote.status === 'completed') throw notQuotable('This quote has already been paid.')
  if (quote.status === 'declined') throw notQuotable('This request has been declined.')
  if (quote.status === 'withdrawn') throw notQuotable('The customer has withdrawn this request.')
  if (quote.status === 'cancelled') throw notQuotable('This booking has been cancelled.')
  if (quote.pickup_at <= now) throw notQuotable('The moving date of this request has passed.')
  const priceCents = approval.priceCents ?? quote.total_cents
  const leastCents = leastCharge(quote.currency).cents
  if (!Number.isInteger(priceCents) || priceCents < leastCents || priceCents > PROVIDER_MAXIMUM_CENTS) {
    const limits = [leastCents, PROVIDER_MAXIMUM_CENTS].map((cents) => formatMoney({ cents, currency: quote.currency }))
    throw wrong('price', `The price must be from ${limits.join(' to ')}.`)
  }
  if (approval.isAtEstimate && priceCents !== quote.asked_cents) {
    throw new AppError('forbidden', 'You can only approve quotes at the estimate. Please ask a manager to set a different price.')
  }
  if (priceCents !== quote.total_cents && !approval.reason) throw wrong('reason', 'Please explain why the price is different.')
  return priceCents
}

/** Returns whether an approval would change nothing, as after a double click or a lost response. */
function isApprovedAlready(quote: LockedQuote, priceCents: number, now: Date): boolean {
  return quote.status === 'approved' && quote.quote_expires_at !== null && quote.quote_expires_at > now && priceCents === quote.total_cents
}

/**
 * Stores an approval as a new version of the quote. Returns the token of its link, of which only the hash is stored. No
 * payment attempt may be open, so that no one is paying the old price. `days` is how long the quote can be paid.
 */
async function approve(
  trx: Trx,
  quote: LockedQuote,
  decision: { priceCents: number; reason: string | undefined; actor: Actor; days: number; now: Date },
): Promise<{ token: string; version: number; expiresAt: Date }> {
  const { priceCents, reason, actor, days, now } = decision
  const version = quote.quote_version + 1
  const expiresAt = new Date(Math.min(now.getTime() + days * DAY_MS, quote.pickup_at.getTime()))
  await setStatus(trx, quote, 'approved', { approved_at: now, expired_at: null, total_cents: priceCents })
  await setQuoteFacts(trx, quote.id, {
    quoted_cents: priceCents,
    quote_version: version,
    quote_expires_at: expiresAt,
    decision_reason: reason ?? null,
    decided_by: actor.accountId,
  })
  await recordDecision(trx, quote, { decision: 'approved', totalCents: priceCents, version, reason, actor, now })
  const token = createToken()
  await trx
    .insertInto('quote_links')
    .values({ token_hash: hashToken(token), booking_id: quote.id, quote_version: version, created_at: now })
    .execute()
  return { token, version, expiresAt }
}

const WHY_NOT_DECLINED: Partial<Record<LockedQuote['status'], string>> = {
  expired: 'This quote has already expired.',
  withdrawn: 'The customer has withdrawn this request.',
}

/** Declines a request or withdraws an unpaid quote. No payment attempt may be open. Throws 409 `not_quotable`. */
async function decline(trx: Trx, quote: LockedQuote, { reason, actor, now }: { reason: string; actor: Actor; now: Date }): Promise<void> {
  if (quote.status !== 'pending' && quote.status !== 'approved') {
    throw notQuotable(WHY_NOT_DECLINED[quote.status] ?? 'This quote has already been paid, so it can only be cancelled.')
  }
  await setStatus(trx, quote, 'declined', { declined_at: now })
  await setQuoteFacts(trx, quote.id, { decision_reason: reason, decided_by: actor.accountId })
  const { total_cents: totalCents, quote_version: version } = quote
  await recordDecision(trx, quote, { decision: 'declined', totalCents, version, reason, actor, now })
}

interface DecisionRecord {
  decision: 'approved' | 'declined'
  totalCents: number
  version: number
  reason: string | undefined
  actor: Actor
  now: Date
}

/** `quote` is the state before the decision. */
async function recordDecision(trx: Trx, quote: LockedQuote, { decision, reason, actor, now, ...figures }: DecisionRecord): Promise<void> {
  const { totalCents, version } = figures
  await trx
    .insertInto('quote_decisions')
    .values({
      booking_id: quote.id,
      decision,
      total_cents: totalCents,
      quote_version: version,
      reason: reason ?? null,
      decided_by: actor.accountId,
      decided_at: now,
    })
    .execute()
  await recordAudit(trx, {
    actor,
    action: `quote.${decision}`,
    subject: { kind: 'quote', id: quote.id },
    before: { status: quote.status, totalCents: quote.total_cents, version: quote.quote_version },
    after: { status: decision, totalCents, version },
  })
}

function notQuotable(message: string): AppError {
  return new AppError('not_quotable', message)
}

function wrong(path: string, message: string): AppError {
  return new AppError('validation_failed', message, { issues: [{ path, message }] })
}

/** Oldest first. */
export async function listDecisions(db: Database | Trx, bookingId: string) {
  return db
    .selectFrom('quote_decisions')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .leftJoin('users', 'users.id', 'decided_by')
    .select([
      'decision',
      'quote_decisions.total_cents',
      'currency',
      'quote_version',
      'reason',
      'decided_at',
      'users.email as decider_email',
      'users.name as decider_name',
    ])
    .where('booking_id', '=', asUuid(bookingId))
    .orderBy('quote_decisions.id')
    .execute()
}

/** Returns undefined if the quote has no payment link yet. */
async function findLatestLinkAt(db: Database | Trx, bookingId: string): Promise<Date | undefined> {
  const link = await db
    .selectFrom('quote_links')
    .select('created_at')
    .where('booking_id', '=', bookingId)
    .orderBy('quote_version', 'desc')
    .executeTakeFirst()
  return link?.created_at
}
