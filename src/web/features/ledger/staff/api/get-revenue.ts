import { infiniteQueryOptions } from '@tanstack/react-query'
import { MAX_REVENUE_PAGE, revenueSchema } from '#shared/ledger/revenue.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'
import type { AskedRevenue } from '../revenue-address.ts'

export function revenueQuery(asked: AskedRevenue) {
  return infiniteQueryOptions({
    queryKey: ['staff', 'ledger', 'revenue', asked],
    queryFn: ({ signal, pageParam }) =>
      exactResponseOf(revenueSchema, getJson(calls.staffRevenue, { ...asked, limit: MAX_REVENUE_PAGE, after: pageParam }, { signal })),
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages) => {
      const shown = pages.reduce((sum, { rows }) => sum + rows.length, 0)
      return shown < count ? shown : undefined
    },
  })
}
