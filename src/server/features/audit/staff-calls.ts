import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Deps } from '#server/lib/deps.ts'
import { recordStaffCall } from './commands.ts'
import { createAuditBounds } from './flows.ts'

/**
 * Audits each call of a scope before its response is sent, so that nothing is read unrecorded; for lists, also their filters and number of
 * entries. Changes are audited as well, in their own transaction. Signed-out callers leave no entry.
 */
export function addStaffAudit(scope: FastifyInstance, { auth, db, pool }: Pick<Deps, 'auth' | 'db' | 'pool'>): void {
  const bounds = createAuditBounds(pool)
  const callers = new WeakMap<FastifyRequest, SignedIn>()
  const rows = new WeakMap<FastifyRequest, number>()

  // Calls refused before this hook, such as cross-site ones, were not made by the signed-in user.
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
      // A refusal reveals nothing, so it is sent all the same: the database may be away.
      request.log.error({ err: error }, 'a refused staff call is not on record')
    })
  })

  async function record(request: FastifyRequest, who: SignedIn, status: number): Promise<void> {
    // Anybody who signs up can be refused by the guard as often as they like; later refusals concern staff only.
    const isStopped = status === 401 || status === 403
    if (isStopped && !(await bounds.hasRoom(`staff-call:${who.userId}`))) return
    await recordStaffCall(db, request, who, status, rows.get(request))
  }
}
