import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { siteHealthSchema } from '#shared/desk/health.ts'
import { exactResponseOf } from '#web/lib/ask.ts'
import { getJson } from '#web/lib/http.ts'

export const healthQuery = queryOptions({
  queryKey: ['staff', 'health'],
  queryFn: ({ signal }) => exactResponseOf(siteHealthSchema, getJson(calls.staffHealth, {}, { signal })),
  refetchOnWindowFocus: true,
})
