import { queryOptions } from '@tanstack/react-query'
import { staffMailDetailsSchema } from '#shared/mails/staff.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export function mailQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('mails'), 'one', id],
    queryFn: ({ signal }) => exactResponseOf(staffMailDetailsSchema, getJson(calls.staffMail(id), {}, { signal })),
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}
