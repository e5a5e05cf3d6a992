import { z } from 'zod/mini'
import { auditQuerySchema, staffAuditEntrySchema } from '#shared/audit.ts'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { listAudit } from './queries.ts'

/** The audit, for administrators and managers. The guard of the scope has let only them in. */
export function staffAuditRoutes(app: App, { db }: Deps): void {
  app.get(
    calls.staffAudit,
    { schema: { querystring: auditQuerySchema, response: { 200: z.array(staffAuditEntrySchema) } } },
    async (request) => listAudit(db, request.query),
  )
}
