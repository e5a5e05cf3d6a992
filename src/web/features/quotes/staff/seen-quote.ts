import { listQuotesQuerySchema, type QUOTE_STATUSES, type SeenQuote, type StaffQuote } from '#shared/quotes/staff.ts'

export type QuoteStatus = (typeof QUOTE_STATUSES)[number]

/** Returns the status that an address asks for; undefined for all, and for one that does not exist. */
export function statusFrom(text: string | null): QuoteStatus | undefined {
  const query = listQuotesQuerySchema.safeParse({ status: text ?? undefined })
  return query.success ? query.data.status : undefined
}

/** Returns what a quote was like when it was shown: the server refuses to decide on one that has changed since. */
export function seenOf({ status, version }: Pick<StaffQuote, 'status' | 'version'>): SeenQuote {
  return { status: status as SeenQuote['status'], version }
}
