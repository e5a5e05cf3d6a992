import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { customerSchema } from '#shared/reservations/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

const SHORTEST_SEARCH = 3

/** Matching accounts; searches need at least three characters. */
export function customersQuery(search: string) {
  return queryOptions({
    queryKey: ['staff', 'customers', search],
    queryFn: ({ signal }) => exactResponseOf(z.array(customerSchema), getJson(calls.staffCustomers, { search }, { signal })),
    enabled: search.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
  })
}
