import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { staffPersonDetailsSchema } from '#shared/accounts/staff.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export function personQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('people'), 'one', id],
    queryFn: ({ signal }) => exactResponseOf(staffPersonDetailsSchema, getJson(calls.staffPerson(id), {}, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}
