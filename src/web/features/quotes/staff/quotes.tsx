import { infiniteQueryOptions } from '@tanstack/react-query'
import type { BookingStatus } from '#shared/bookings/statuses.ts'
import { getQuote, listQuotes } from '#shared/quotes/staff-calls.ts'
import { listQuotesQuerySchema } from '#shared/quotes/staff.ts'
import { Mark, type Tone } from '#web/components/mark.tsx'
import { askPage, queryOf } from '#web/lib/ask.ts'
import { consoleKey } from '#web/lib/console-key.ts'

const PAGE = 50
const FIRST_PAGE = ''

/** Quotes of one status, or all, in pages: waiting ones in queue order, others newest first. */
export function quotesQuery(status: BookingStatus | undefined) {
  return infiniteQueryOptions({
    queryKey: [...consoleKey('quotes'), 'list', status ?? 'all'],
    queryFn: async ({ signal, pageParam }) => {
      const query = { status, limit: PAGE, before: pageParam === FIRST_PAGE ? undefined : pageParam }
      const { data, total = 0 } = await askPage(listQuotes, { query }, signal)
      return { quotes: data, total }
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
  return queryOf(getQuote, { params: { id } }, { key: [...consoleKey('quotes'), 'one', id], staleTime: 0, refetchOnWindowFocus: true })
}

/** Parses a status from the address; undefined for all, or if unknown. */
export function statusFrom(text: string | null): BookingStatus | undefined {
  const query = listQuotesQuerySchema.safeParse({ status: text ?? undefined })
  return query.success ? query.data.status : undefined
}

const STATUSES: Record<BookingStatus, { name: string; tone: Tone }> = {
  pending: { name: 'Awaiting quote', tone: 'waiting' },
  approved: { name: 'Awaiting payment', tone: 'waiting' },
  confirmed: { name: 'Paid', tone: 'good' },
  completed: { name: 'Completed', tone: 'quiet' },
  declined: { name: 'Declined', tone: 'bad' },
  withdrawn: { name: 'Withdrawn', tone: 'quiet' },
  cancelled: { name: 'Cancelled', tone: 'bad' },
  expired: { name: 'Expired', tone: 'quiet' },
}

export function statusName(status: string): string {
  return STATUSES[status as BookingStatus]?.name ?? status
}

export function QuoteStatusMark({ status }: { status: string }) {
  return <Mark tone={STATUSES[status as BookingStatus]?.tone ?? 'quiet'}>{statusName(status)}</Mark>
}
