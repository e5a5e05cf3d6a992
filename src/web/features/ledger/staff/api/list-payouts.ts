import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { MAX_PAYOUTS, payoutMovementsSchema, payoutSchema } from '#shared/ledger/staff.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export const payoutsQuery = infiniteQueryOptions({
  queryKey: ['staff', 'ledger', 'payouts'],
  queryFn: ({ signal, pageParam }) =>
    exactResponseOf(z.array(payoutSchema), getJson(calls.staffPayouts, { before: pageParam }, { signal })),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => (page.length < MAX_PAYOUTS ? undefined : page.at(-1)?.id),
})

export function payoutMovementsQuery(id: string) {
  return queryOptions({
    queryKey: ['staff', 'ledger', 'payouts', id],
    queryFn: ({ signal }) => exactResponseOf(payoutMovementsSchema, getJson(calls.staffPayout(id), {}, { signal })),
  })
}
