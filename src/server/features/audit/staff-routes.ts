import { z } from 'zod/mini'
import { auditFiltersSchema, auditQuerySchema, staffAuditEntrySchema, type AuditFilters } from '#shared/audit/staff.ts'
import { calls } from '#shared/paths.ts'
import { sendCsvFile } from '#server/lib/csv-file.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { actorOf } from '#server/lib/actors.ts'
import { recordExport } from './commands.ts'
import { auditFile, listAudit, spanOf } from './queries.ts'

export function staffAuditRoutes(app: App, { auth, config, db, now }: Deps): void {
  const inMoments = <Query extends AuditFilters>(query: Query) => ({ ...query, ...spanOf(config.AGENCY_TIME_ZONE, query) })

  app.get(
    calls.staffAudit,
    { config: { permission: 'audit.read' }, schema: { querystring: auditQuerySchema, response: { 200: z.array(staffAuditEntrySchema) } } },
    async (request) => listAudit(db, inMoments(request.query)),
  )

  app.get(
    calls.staffAuditFile,
    { config: { permission: 'audit.export' }, schema: { querystring: auditFiltersSchema } },
    async (request, reply) => {
      const actor = actorOf(request, auth.require(request))
      const entry = { actor, action: 'audit.exported', subject: { kind: 'audit', id: null } } as const
      return sendCsvFile(
        reply,
        { name: 'audit', at: now() },
        recordExport(db, entry, request.query, auditFile(db, inMoments(request.query))),
      )
    },
  )
}
