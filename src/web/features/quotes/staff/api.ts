import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import {
  listQuotesQuerySchema,
  staffQuoteDetailsSchema,
  staffQuoteSchema,
  type QUOTE_STATUSES,
  type SeenQuote,
  type StaffQuote,
} from '#shared/quotes.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson, getPage, postJson } from '#web/lib/http.ts'

export type QuoteStatus = (typeof QUOTE_STATUSES)[number]

const PAGE = 50
/** Nothing comes before it. */
const FIRST_PAGE = ''

/** All that the staff know about quotes. */
export const QUOTES_KEY = ['staff', 'quotes'] as const

/** Returns the quotes of one status, or all, in pages: those that wait as a queue, any others newest first. */
export function quotesQuery(status: QuoteStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: [...QUOTES_KEY, 'list', status ?? 'all'],
    queryFn: async ({ signal, pageParam }) => {
      const query = { status, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      const { body, total = 0 } = await getPage(calls.staffQuotes, query, { signal })
      return { quotes: await exactResponseOf(z.array(staffQuoteSchema), Promise.resolve(body)), total }
    },
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ quotes, total }, pages) => {
      const loaded = pages.reduce((sum, page) => sum + page.quotes.length, 0)
      return loaded < total ? quotes.at(-1)?.id : undefined
    },
    refetchOnWindowFocus: true,
  })
}

export function quoteQuery(id: string) {
  return queryOptions({
    queryKey: [...QUOTES_KEY, 'one', id],
    queryFn: ({ signal }) => exactResponseOf(staffQuoteDetailsSchema, getJson(calls.staffQuote(id), {}, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** Returns the status that an address asks for; undefined for all, and for one that does not exist. */
export function statusFrom(text: string | null): QuoteStatus | undefined {
  const query = listQuotesQuerySchema.safeParse({ status: text ?? undefined })
  return query.success ? query.data.status : undefined
}

/** Returns what a quote was like when it was shown: the server refuses to decide on one that has changed since. */
export function seenOf({ status, version }: Pick<StaffQuote, 'status' | 'version'>): SeenQuote {
  return { status: status as SeenQuote['status'], version }
}

/** `price` in whole units: always sent, so that nothing is approved at a price that nobody has seen. */
export function approveQuote(quote: Pick<StaffQuote, 'id' | 'status' | 'version'>, body: { price: number; reason?: string }) {
  return postJson(calls.approveQuote(quote.id), { ...body, seen: seenOf(quote) })
}

export function declineQuote(quote: Pick<StaffQuote, 'id' | 'status' | 'version'>, reason: string) {
  return postJson(calls.declineQuote(quote.id), { reason, seen: seenOf(quote) })
}

export function resendQuote(id: string) {
  return postJson(calls.resendQuote(id))
}
