import { z } from 'zod/mini'
import { auditFiltersSchema, auditQuerySchema, staffAuditEntrySchema, type AuditFilters } from '#shared/audit.ts'
import { calls } from '#shared/paths.ts'
import { sendCsvFile } from '#server/lib/csv-file.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf, recordAudit } from './commands.ts'
import { auditFile, listAudit, spanOf } from './queries.ts'

/** The audit, for administrators and managers. The guard of the scope has let only them in. */
export function staffAuditRoutes(app: App, { auth, config, db }: Deps): void {
  const inMoments = <Query extends AuditFilters>(query: Query) => ({ ...query, ...spanOf(config.AGENCY_TIME_ZONE, query) })

  app.get(
    calls.staffAudit,
    { schema: { querystring: auditQuerySchema, response: { 200: z.array(staffAuditEntrySchema) } } },
    async (request) => listAudit(db, inMoments(request.query)),
  )

  app.get(calls.staffAuditFile, { schema: { querystring: auditFiltersSchema } }, async (request, reply) => {
    const actor = actorOf(request, auth.require(request).userId)
    await recordAudit(db, { actor, action: 'audit.exported', subject: { kind: 'audit', id: null } })
    return sendCsvFile(reply, 'audit', auditFile(db, inMoments(request.query)))
  })
}
