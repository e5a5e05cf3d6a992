import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/lib/deps.ts'
import { recordStaffCall } from './commands.ts'
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
    const entry = recordStaffCall(db, request, who.userId, statusCode)
    // A failure of ours keeps its own response: the database may be away.
    await (statusCode < 500 ? entry : entry.catch((error: unknown) => request.log.error({ err: error }, 'audit')))
  })
}
