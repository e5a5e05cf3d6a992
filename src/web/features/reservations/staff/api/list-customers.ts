import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { findCustomers } from '#shared/accounts/staff-calls.ts'
import { queryOf } from '#web/lib/ask.ts'

const SHORTEST_SEARCH = 3

/** Matching accounts; searches need at least three characters. */
export function customersQuery(search: string) {
  return queryOptions({
    ...queryOf(findCustomers, { query: { search } }, { key: ['staff', 'customers', search] }),
    enabled: search.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
  })
}
