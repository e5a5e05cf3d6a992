import { queryOptions } from '@tanstack/react-query'
import { calls } from '#shared/paths.ts'
import { agencySettingsSchema } from '#shared/settings/staff.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export const settingsQuery = queryOptions({
  queryKey: ['staff', 'settings'],
  queryFn: ({ signal }) => exactResponseOf(agencySettingsSchema, getJson(calls.staffSettings, {}, { signal })),
  staleTime: 0,
})
