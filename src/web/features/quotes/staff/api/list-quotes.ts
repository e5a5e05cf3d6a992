import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { staffQuoteSchema } from '#shared/quotes/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getPage } from '#web/lib/http.ts'
import type { BookingStatus } from '#shared/bookings/statuses.ts'

const PAGE = 50
const FIRST_PAGE = ''

/** Quotes of one status, or all, in pages: waiting ones in queue order, others newest first. */
export function quotesQuery(status: BookingStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('quotes'), 'list', status ?? 'all'],
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
