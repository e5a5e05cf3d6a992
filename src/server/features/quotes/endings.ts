import * as calls from '#shared/quotes/calls.ts'
import { quoteExpiredMail, quoteWithdrawnMail, requestExpiredMail } from '#server/emails/quotes.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { getCustomer } from '#server/features/bookings/contacts.ts'
import { asUuid, lockOwnBooking } from '#server/features/bookings/records.ts'
import { setStatus } from '#server/features/bookings/statuses.ts'
import { listInStatus, type VehicleInStatus } from '#server/features/bookings/vehicle-bookings.ts'
import { untilDecided, type Decision } from '#server/features/checkout/card-page.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine.ts'
import { findActiveAttempt } from '#server/features/payments/attempts.ts'
import { actorOf, lockSession, type NamedActor } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueCappedMail } from '#server/lib/mail-outbox.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import type { Serving } from '#server/lib/serve.ts'
import { pagesOf, workAlone } from '#server/lib/sweeps.ts'
import { factsOf, lockOwnQuote, lockQuote, type LockedQuote } from './locked-quotes.ts'

export function withdrawal({ flow }: Serving): void {
  flow(calls.withdrawQuote, async ({ deps, who, params, request }) => {
    await withdrawQuote(deps, actorOf(request, who), who, params.id)
    return { message: 'Request withdrawn' }
  })
}

const BUSY = 'We’re processing a payment for this quote. Please try again in a moment.'
const CHECKING = 'We’re checking your payment, so your request can’t be withdrawn yet. We’ll email you when we’ve finished.'

const NOT_WITHDRAWABLE: { other: string } & Partial<Record<LockedQuote['status'], string>> = {
  confirmed: 'This quote has just been paid, so it’s now a booking. You can cancel it in the usual way.',
  expired: 'This request has already expired, so there’s nothing to withdraw.',
  declined: 'We’ve already declined this request, so there’s nothing to withdraw.',
  other: 'This booking has ended, so there’s nothing to withdraw.',
}

/**
 * Withdraws a person's own unpaid request and confirms that by email; safe to repeat. An open card page is closed at the provider first: if
 * it has been paid, that counts and nothing is withdrawn. Throws 404, 409 `not_cancellable` with the reason (also while a payment awaits a
 * person's decision), 409 `not_payable` while money is on its way, 502 when the provider is down.
 */
async function withdrawQuote(deps: Deps, actor: NamedActor, who: SignedIn, bookingId: string): Promise<void> {
  const id = asUuid(bookingId)
  await untilDecided(deps, BUSY, async (trx): Promise<Decision<undefined>> => {
    await lockSession(trx, who)
    const quote = await lockOwnQuote(trx, actor.accountId, id)
    if (quote.status === 'withdrawn') return { outcome: undefined }
    if (!isWithdrawable(quote.status)) {
      throw new AppError('not_cancellable', NOT_WITHDRAWABLE[quote.status] ?? NOT_WITHDRAWABLE.other)
    }
    const attempt = await findActiveAttempt(trx, quote.id)
    if (attempt) return { close: attempt }
    if (await findUndecidedPayment(trx, quote.id)) throw new AppError('not_cancellable', CHECKING)
    await withdraw(trx, quote, actor, deps.now())
    const customer = await getCustomer(trx, quote.id)
    await queueCappedMail(deps, trx, quoteWithdrawnMail(customer.email, factsOf(deps, quote, customer.name)))
    return { outcome: undefined }
  })
}

/** A request can be withdrawn while it is unpaid. */
function isWithdrawable(status: LockedQuote['status']): status is 'pending' | 'approved' {
  return status === 'pending' || status === 'approved'
}

/** No payment attempt may be open. `quote` is the state before. */
async function withdraw(trx: Trx, quote: LockedQuote, actor: NamedActor, now: Date): Promise<void> {
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

export function quoteJobs(deps: Deps): JobDefinition[] {
  return [{ name: 'quotes.expire', cron: '*/10 * * * *', run: async (_, stopping) => expireQuotes(deps, stopping) }]
}

/**
 * Expires quotes not paid in time and requests whose date passed without an answer, and notifies their customers. A quote with an open
 * card page expires only once that has ended, so that no one is cut off while entering a card number, and one with an undecided payment
 * only after the decision.
 */
export async function expireQuotes(deps: Deps, stopping?: AbortSignal): Promise<void> {
  for (const status of ['approved', 'pending'] as const) {
    const read = async (limit: number, after?: VehicleInStatus) => listInStatus(deps.db, status, limit, after)
    for await (const page of pagesOf(read, { stopping })) {
      const due = page.filter((booking) => isOver({ ...booking, status }, deps.now()))
      await workAlone(deps, 'to end a quote', due, async (trx, { id }) => expireQuote(deps, trx, id))
    }
  }
}

async function expireQuote(deps: Deps, trx: Trx, id: string): Promise<void> {
  const quote = await lockQuote(trx, id)
  if (!isOver(quote, deps.now()) || (await findActiveAttempt(trx, id)) || (await findUndecidedPayment(trx, id))) return
  await setStatus(trx, quote, 'expired', { expired_at: deps.now() })
  const { name, email } = await getCustomer(trx, id)
  const facts = factsOf(deps, quote, name)
  const mail = quote.status === 'pending' ? requestExpiredMail(email, facts) : quoteExpiredMail(email, facts, quote.quote_version)
  await queueCappedMail(deps, trx, mail)
}

/** Returns whether a quote's deadline has passed unpaid, or a request's date unanswered. */
function isOver(quote: Pick<LockedQuote, 'status' | 'pickup_at' | 'quote_expires_at'>, now: Date): boolean {
  if (quote.status === 'pending') return quote.pickup_at <= now
  return quote.status === 'approved' && quote.quote_expires_at !== null && quote.quote_expires_at <= now
}
