import { queryOptions } from '@tanstack/react-query'
import { enquiryThreadSchema } from '#shared/enquiries/staff.ts'
import { calls } from '#shared/paths.ts'
import { consoleKey } from '#web/lib/console-key.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export function enquiryQuery(id: string) {
  return queryOptions({
    queryKey: [...consoleKey('enquiries'), 'thread', id],
    queryFn: ({ signal }) => exactResponseOf(enquiryThreadSchema, getJson(calls.staffEnquiry(id), {}, { signal })),
    refetchOnWindowFocus: true,
  })
}
