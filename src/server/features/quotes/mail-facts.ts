import type { Deps } from '#server/lib/deps.ts'
import { pickupTime } from '#server/emails/booking-facts.ts'
import type { LockedQuote } from './commands.ts'

export function factsOf({ origins }: Deps, quote: LockedQuote, customerName: string | null) {
  return { ...quote, ...pickupTime(quote.pickup_at), customerName, siteUrl: origins.ofMails() }
}
