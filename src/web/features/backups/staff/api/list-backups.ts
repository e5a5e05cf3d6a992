import { queryOptions } from '@tanstack/react-query'
import { backupsSchema } from '#shared/backups/staff.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

/** One that was asked for begins soon, and ends some time later. */
const LOOK_MS = 10_000

export const backupsQuery = queryOptions({
  queryKey: ['staff', 'backups'],
  queryFn: ({ signal }) => exactResponseOf(backupsSchema, getJson(calls.staffBackups, {}, { signal })),
  staleTime: 0,
  refetchInterval: LOOK_MS,
})
