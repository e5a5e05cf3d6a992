import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditFacts } from '#shared/audit.ts'
import type { Deps } from '#server/lib/deps.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { actorOf, recordAudit } from './commands.ts'
import { createAuditBounds } from './flows.ts'

/**
 * Records each call of a scope before its response is sent, so that nobody reads what is not on record. What a call has changed
 * is recorded besides, in the transaction of the change. Somebody whom we have not signed in is nobody, and leaves no entry.
 */
export function addStaffAudit(scope: FastifyInstance, { auth, db, pool }: Pick<Deps, 'auth' | 'db' | 'pool'>): void {
  const bounds = createAuditBounds(pool)

  scope.addHook('onSend', async (request, reply) => {
    const who = auth.identify(request)
    if (!who) return
    const { statusCode } = reply
    // The guard refuses anybody who signs up, as often as they ask; what comes after it is the staff's own.
    const isStopped = statusCode === 401 || statusCode === 403
    if (isStopped && !(await bounds.hasRoom(`staff-call:${who.userId}`))) return
    const entry = recordAudit(db, {
      actor: actorOf(request, who.userId),
      action: statusCode < 400 ? 'staff_call.made' : 'staff_call.refused',
      subject: { kind: 'call', id: request.routeOptions.url ?? null },
      after: factsOf(request, reply),
    })
    // A failure of ours keeps its own response: the database may be away.
    await (statusCode < 500 ? entry : entry.catch((error: unknown) => request.log.error({ err: error }, 'audit')))
  })
}

/** Of the address only an id is kept: somebody may have typed anything. */
function factsOf({ method, params }: FastifyRequest, { statusCode }: FastifyReply): AuditFacts {
  const id = (params as { id?: string } | null)?.id ?? ''
  return { method: method as NonNullable<AuditFacts['method']>, responseStatus: statusCode, ...(isUuid(id) && { targetId: id }) }
}
