import { queryOptions } from '@tanstack/react-query'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { staffPersonDetailsSchema } from '#shared/accounts/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export function personQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('people'), 'one', id],
    queryFn: ({ signal }) => exactResponseOf(staffPersonDetailsSchema, getJson(pathOf(peopleCalls.getPerson, { id }), {}, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}
