import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { recordStaffCall } from './commands.ts'
import { createAuditBounds } from './flows.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For a call that pages make by themselves and that reads nothing: only its refusals are recorded. */
    isBackground?: boolean
  }
}

/**
 * Audits every call of a scope before its response is sent, so that nothing is read unrecorded; for lists also the
 * filters and the number of entries. Changes are audited in their own transactions as well. Signed-out callers leave no
 * entry.
 */
export function addStaffAudit(scope: FastifyInstance, { auth, db, pool }: Pick<Deps, 'auth' | 'db' | 'pool'>): void {
  const bounds = createAuditBounds(pool)
  const callers = new WeakMap<FastifyRequest, SignedIn>()
  const rows = new WeakMap<FastifyRequest, number>()
  const unproven = new WeakSet<FastifyRequest>()

  // A call refused before this hook, such as a cross-site one, was not made by the signed-in user.
  scope.addHook('onRequest', async (request) => {
    const who = auth.identify(request)
    if (who) callers.set(request, who)
  })

  scope.addHook('preSerialization', async (request, _reply, payload) => {
    if (Array.isArray(payload)) rows.set(request, payload.length)
    return payload
  })

  scope.addHook('onError', async (request, _reply, error) => {
    if (error instanceof AppError && error.code === 'confirm_identity') unproven.add(request)
  })

  scope.addHook('onSend', async (request, reply) => {
    const who = callers.get(request)
    if (!who) return
    await record(request, who, reply.statusCode).catch((error: unknown) => {
      if (reply.statusCode < 400) throw error
      // A refusal reveals nothing, so it is sent even if it cannot be recorded: the database may be down.
      request.log.error({ err: error }, 'a refused staff call could not be recorded')
    })
  })

  async function record(request: FastifyRequest, who: SignedIn, status: number): Promise<void> {
    // Anyone who signs up can be refused by the guard as often as they like; later refusals only concern staff.
    const isStopped = status === 401 || status === 403
    if (request.routeOptions.config.isBackground && !isStopped) return
    if (isStopped && !(await bounds.hasRoom(`staff-call:${who.userId}`))) return
    await recordStaffCall(db, request, who, status, { rows: rows.get(request), isProofMissing: unproven.has(request) })
  }
}
