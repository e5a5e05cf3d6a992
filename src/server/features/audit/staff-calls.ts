import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Deps } from '#server/lib/deps.ts'
import { recordStaffCall } from './commands.ts'
import { createAuditBounds } from './flows.ts'

/**
 * Records each call of a scope before its response is sent, so that nobody reads what is not on record: of a list also how many entries
 * it gives, and what it was narrowed to. What a call has changed
 * is recorded besides, in the transaction of the change. Somebody whom we have not signed in is nobody, and leaves no entry.
 */
export function addStaffAudit(scope: FastifyInstance, { auth, db, pool }: Pick<Deps, 'auth' | 'db' | 'pool'>): void {
  const bounds = createAuditBounds(pool)
  const callers = new WeakMap<FastifyRequest, SignedIn>()
  const rows = new WeakMap<FastifyRequest, number>()

  // What is refused before this hook, such as a call from another site, was not made by whoever is signed in.
  scope.addHook('onRequest', async (request) => {
    const who = auth.identify(request)
    if (who) callers.set(request, who)
  })

  scope.addHook('preSerialization', async (request, _reply, payload) => {
    if (Array.isArray(payload)) rows.set(request, payload.length)
    return payload
  })

  scope.addHook('onSend', async (request, reply) => {
    const who = callers.get(request)
    if (!who) return
    await record(request, who, reply.statusCode).catch((error: unknown) => {
      if (reply.statusCode < 400) throw error
      // A response that gives nothing away is sent all the same: the database may be away.
      request.log.error({ err: error }, 'a refused staff call is not on record')
    })
  })

  async function record(request: FastifyRequest, who: SignedIn, status: number): Promise<void> {
    // The guard refuses anybody who signs up, as often as they ask; what comes after it is the staff's own.
    const isStopped = status === 401 || status === 403
    if (isStopped && !(await bounds.hasRoom(`staff-call:${who.userId}`))) return
    await recordStaffCall(db, request, who, status, rows.get(request))
  }
}
