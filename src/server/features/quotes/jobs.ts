import type { Deps } from '#server/lib/deps.ts'
import type { JobDefinition } from '#server/lib/queue.ts'
import { queueCappedMail } from '#server/lib/mail-cap.ts'
import { quoteExpiredMail } from '#server/emails/quote-expired.ts'
import { requestExpiredMail } from '#server/emails/request-expired.ts'
import { setStatus } from '#server/features/bookings/commands.ts'
import { getCustomer } from '#server/features/bookings/queries.ts'
import { findActiveAttempt } from '#server/features/payments/attempts/queries.ts'
import { lockQuote, type LockedQuote } from './commands.ts'
import { factsOf } from './mail-facts.ts'

export function quoteJobs(deps: Deps): JobDefinition[] {
  return [{ name: 'quotes.expire', cron: '*/10 * * * *', run: async () => expireQuotes(deps) }]
}

/**
 * Ends the quotes that nobody has paid in time and the requests whose date came before an answer, and tells their
 * customers. One with an open card page waits until that has ended: who is typing a card number is not cut off.
 */
export async function expireQuotes(deps: Deps): Promise<void> {
  const due = await deps.db
    .selectFrom('bookings')
    .innerJoin('vehicle_bookings', 'booking_id', 'bookings.id')
    .select('bookings.id')
    // Said again for the index, which holds nothing else.
    .where('kind', '=', 'vehicle')
    .where((eb) =>
      eb.or([
        eb.and([eb('status', '=', 'approved'), eb('quote_expires_at', '<=', deps.now())]),
        eb.and([eb('status', '=', 'pending'), eb('pickup_at', '<=', deps.now())]),
      ]),
    )
    .execute()
  for (const { id } of due) {
    await deps.db.transaction().execute(async (trx) => {
      const quote = await lockQuote(trx, id)
      if (!isOver(quote, deps.now()) || (await findActiveAttempt(trx, id))) return
      await setStatus(trx, quote, 'expired', { expired_at: deps.now() })
      const { name, email } = await getCustomer(trx, id)
      const facts = factsOf(deps, quote, name)
      const mail = quote.status === 'pending' ? requestExpiredMail(email, facts) : quoteExpiredMail(email, facts, quote.quote_version)
      await queueCappedMail(trx, deps, mail)
    })
  }
}

/** Whether the time of a quote has passed unpaid, or that of a request unanswered. */
function isOver(quote: LockedQuote, now: Date): boolean {
  if (quote.status === 'pending') return quote.pickup_at <= now
  return quote.status === 'approved' && quote.quote_expires_at !== null && quote.quote_expires_at <= now
}
