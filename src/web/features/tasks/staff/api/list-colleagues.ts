import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { colleaguesSchema } from '#shared/accounts/colleagues.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export const colleaguesQuery = queryOptions({
  queryKey: ['staff', 'colleagues'],
  queryFn: ({ signal }) => exactResponseOf(colleaguesSchema, getJson(calls.staffColleagues, {}, { signal })),
})
