import { queryOptions } from '@tanstack/react-query'
import { backupsSchema } from '#shared/backups/staff.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** While one is being made, its end is looked for. */
const LOOK_MS = 5000

export const backupsQuery = queryOptions({
  queryKey: ['staff', 'backups'],
  queryFn: ({ signal }) => exactResponseOf(backupsSchema, getJson(calls.staffBackups, {}, { signal })),
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.backups.some(({ endedAt }) => endedAt === null) ? LOOK_MS : false),
})
