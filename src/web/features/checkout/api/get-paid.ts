import { queryOptions } from '@tanstack/react-query'
import type { Lenient } from '#shared/lenient.ts'
import { paidPageSchema } from '#shared/payments/paid-pages.ts'
import { calls } from '#shared/paths.ts'
import { getJson, responseOf } from '#web/lib/http.ts'

/** The outcome of a payment by an emailed link. */
export type Paid = Lenient<typeof paidPageSchema>

const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 15_000
/** About ten minutes of polling; a payment that takes longer is reported by email. */
const MAX_LOOKS = 42

/** The payment that a token stands for. While its outcome is open, the page polls. */
export function paidQuery(token: string) {
  return queryOptions({
    queryKey: ['payments', 'paid', token],
    queryFn: ({ signal }) => responseOf(paidPageSchema, getJson(calls.paid(token), {}, { signal })),
    staleTime: 0,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.outcome === 'confirming' && dataUpdateCount <= MAX_LOOKS && Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 1.5 ** dataUpdateCount),
  })
}
