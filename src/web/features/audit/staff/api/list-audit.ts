import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { MAX_AUDIT_PAGE, staffAuditEntrySchema, type AuditFilters } from '#shared/audit/staff.ts'
import { calls } from '#shared/paths.ts'
import { exactResponseOf } from '#web/lib/exact-response.ts'
import { getJson } from '#web/lib/http.ts'

export function auditQuery(filters: AuditFilters) {
  return infiniteQueryOptions({
    queryKey: ['staff', 'audit', filters],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...filters, limit: MAX_AUDIT_PAGE, before: pageParam }
      return exactResponseOf(z.array(staffAuditEntrySchema), getJson(calls.staffAudit, query, { signal }))
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < MAX_AUDIT_PAGE ? undefined : page.at(-1)?.id),
    // The list includes the user's own actions, so it is never fresh.
    staleTime: 0,
  })
}
