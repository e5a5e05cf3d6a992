import { queryOptions } from '@tanstack/react-query'
import type { Lenient } from '#shared/lenient.ts'
import { paidPageSchema } from '#shared/payments/paid-pages.ts'
import { calls } from '#shared/paths.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

/** What became of a payment by a mailed link, as its page gets it. */
export type Paid = Lenient<typeof paidPageSchema>

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 15_000
/** So many looks are about ten minutes: a payment that takes longer is told by email. */
const MAX_LOOKS = 42

/** Returns the query for the payment that a token stands for. While nobody knows what became of it, an open page looks again. */
export function paidQuery(token: string) {
  return queryOptions({
    queryKey: ['payments', 'paid', token],
    queryFn: ({ signal }) => responseOf(paidPageSchema, getJson(calls.paid(token), {}, { signal })),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.outcome === 'confirming' && dataUpdateCount <= MAX_LOOKS && Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** dataUpdateCount),
  })
}
