import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { queueCappedMail } from '#server/lib/mail-cap.ts'
import { pagesOf, workAlone } from '#server/lib/sweeps.ts'
import { quoteExpiredMail } from '#server/emails/quote-expired.ts'
import { requestExpiredMail } from '#server/emails/request-expired.ts'
import { setStatus } from '#server/features/bookings/commands.ts'
import { getCustomer } from '#server/features/bookings/queries.ts'
import { listInStatus, type VehicleInStatus } from '#server/features/bookings/vehicles/queries.ts'
import { findActiveAttempt } from '#server/features/payments/attempts/queries.ts'
import { findUndecidedPayment } from '#server/features/fulfilment/quarantine/queries.ts'
import { lockQuote, type LockedQuote } from './commands.ts'
import { factsOf } from './mail-facts.ts'

export function quoteJobs(deps: Deps): JobDefinition[] {
  return [{ name: 'quotes.expire', cron: '*/10 * * * *', run: async (_, stopping) => expireQuotes(deps, stopping) }]
}

/**
 * Expires quotes not paid in time and requests whose date passed without an answer, and tells their customers. A quote with an open card
 * page waits until that has ended, so that nobody is cut off while entering a card number. So does one with a payment awaiting a person's
 * decision.
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
