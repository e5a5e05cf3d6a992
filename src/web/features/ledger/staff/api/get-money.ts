import { queryOptions } from '@tanstack/react-query'
import { moneySchema } from '#shared/ledger/staff.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export const moneyQuery = queryOptions({
  queryKey: ['staff', 'ledger', 'balances'],
  queryFn: ({ signal }) => exactResponseOf(moneySchema, getJson(calls.staffMoney, {}, { signal })),
})
