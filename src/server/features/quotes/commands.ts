import { DAY_MS } from '#shared/dates.ts'
import { formatMoney, leastCharge } from '#shared/money.ts'
import { PROVIDER_MAXIMUM_CENTS } from '#shared/payments/public.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { lockBooking, lockOwnBooking, setStatus, type LockedBooking } from '#server/features/bookings/commands.ts'
import { setQuoteFacts } from '#server/features/bookings/vehicles/commands.ts'

export interface LockedQuote extends LockedBooking {
  pickup_at: Date
  asked_cents: number
  quoted_cents: number | null
  quote_version: number
  quote_expires_at: Date | null
  decision_reason: string | null
  service_name: string
}

/** Throws 404, for a tour booking too. */
export async function lockQuote(trx: Trx, bookingId: string): Promise<LockedQuote> {
  return withFacts(trx, await lockBooking(trx, bookingId))
}

/** Throws 404, also for a tour booking and for someone else's booking. */
export async function lockOwnQuote(trx: Trx, userId: string, bookingId: string): Promise<LockedQuote> {
  return withFacts(trx, await lockOwnBooking(trx, userId, bookingId))
}

async function withFacts(trx: Trx, booking: LockedBooking): Promise<LockedQuote> {
  const quote = await trx
    .selectFrom('vehicle_bookings')
    .innerJoin('service_types', 'service_types.id', 'service_type_id')
    .select(['pickup_at', 'asked_cents', 'quoted_cents', 'quote_version', 'quote_expires_at', 'decision_reason'])
    .select('service_types.name as service_name')
    .where('booking_id', '=', booking.id)
    .executeTakeFirst()
  if (!quote) throw notFound('Quote')
  return { ...booking, ...quote }
}

export interface Approval {
  /** In cents; the price stays as it is if absent. */
  priceCents?: number | undefined
  /** Explanation for the customer, required if the price differs from the one asked. */
  reason?: string | undefined
  /** Set for someone whose role may only approve the estimated price. */
  isAtEstimate?: boolean
}

/** Returns the price in cents that the approval results in. Throws 400, 403 and 409 `not_quotable`. */
export function approvedPrice(quote: LockedQuote, approval: Approval, now: Date): number {
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
export function isApprovedAlready(quote: LockedQuote, priceCents: number, now: Date): boolean {
  return quote.status === 'approved' && quote.quote_expires_at !== null && quote.quote_expires_at > now && priceCents === quote.total_cents
}

/**
 * Stores an approval as a new version of the quote. Returns the token of its link, of which only the hash is stored. No
 * payment attempt may be open, so that nobody is paying the old price. `days` is how long the quote can be paid.
 */
export async function approve(
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

/** Declines a request or takes back an unpaid quote. No payment attempt may be open. Throws 409 `not_quotable`. */
export async function decline(
  trx: Trx,
  quote: LockedQuote,
  { reason, actor, now }: { reason: string; actor: Actor; now: Date },
): Promise<void> {
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

/** A request can be withdrawn while it is unpaid. */
export function isWithdrawable(status: LockedQuote['status']): status is 'pending' | 'approved' {
  return status === 'pending' || status === 'approved'
}

/** No payment attempt may be open. `quote` is the state before. */
export async function withdraw(trx: Trx, quote: LockedQuote, actor: Actor, now: Date): Promise<void> {
  await setStatus(trx, quote, 'withdrawn', { withdrawn_at: now })
  const { status, total_cents: totalCents, quote_version: version } = quote
  await recordAudit(trx, {
    actor,
    action: 'quote.withdrawn',
    subject: { kind: 'quote', id: quote.id },
    before: { status, totalCents, version },
    after: { status: 'withdrawn' },
  })
}

export async function withdrawQuotes(trx: Trx, userId: string, now: Date): Promise<void> {
  const quotes = await trx
    .selectFrom('bookings')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'vehicle')
    .where('status', 'in', ['pending', 'approved'])
    .orderBy('id')
    .execute()
  for (const { id } of quotes) {
    const booking = await lockOwnBooking(trx, userId, id)
    if (isWithdrawable(booking.status)) await setStatus(trx, booking, 'withdrawn', { withdrawn_at: now })
  }
}

export function notQuotable(message: string): AppError {
  return new AppError('not_quotable', message)
}

function wrong(path: string, message: string): AppError {
  return new AppError('validation_failed', message, { issues: [{ path, message }] })
}
