import { timeIn } from '#shared/dates.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { LockedQuote } from './commands.ts'

export function factsOf({ config, origins }: Deps, quote: LockedQuote, customerName: string | null) {
  return { ...quote, startsAt: timeIn(config.AGENCY_TIME_ZONE, quote.pickup_at), customerName, siteUrl: origins.ofMails() }
}
