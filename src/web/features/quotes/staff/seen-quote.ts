import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { listQuotesQuerySchema, type SeenQuote, type ReadQuote } from '#shared/quotes/staff.ts'

/** Parses a status from the address; undefined for all, or if unknown. */
export function statusFrom(text: string | null): BookingStatus | undefined {
  const query = listQuotesQuerySchema.safeParse({ status: text ?? undefined })
  return query.success ? query.data.status : undefined
}

/** The status and version the user saw; the server refuses a decision if the quote has changed since. */
export function seenOf({ status, version }: Pick<ReadQuote, 'status' | 'version'>): SeenQuote {
  return { status: status as SeenQuote['status'], version }
}
