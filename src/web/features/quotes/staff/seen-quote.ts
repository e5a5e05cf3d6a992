import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { listQuotesQuerySchema, type SeenQuote, type ReadQuote } from '#shared/quotes/staff.ts'

/** Returns the status that an address asks for; undefined for all, and for one that does not exist. */
export function statusFrom(text: string | null): BookingStatus | undefined {
  const query = listQuotesQuerySchema.safeParse({ status: text ?? undefined })
  return query.success ? query.data.status : undefined
}

/** Returns what a quote was like when it was shown: the server refuses to decide on one that has changed since. */
export function seenOf({ status, version }: Pick<ReadQuote, 'status' | 'version'>): SeenQuote {
  return { status: status as SeenQuote['status'], version }
}
