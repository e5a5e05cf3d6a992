import type { FastifyReply, FastifyRequest } from 'fastify'
import { INVALID_CREDENTIALS, isStaffRole, type Account } from '#shared/accounts/public.ts'
import type { AuditFacts } from '#shared/audit/facts.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { actorOf } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { createAuditBounds } from '#server/features/audit/flows.ts'
import { createSession, revokeHeldSession } from './commands.ts'

type Needed = Pick<Deps, 'auth' | 'db' | 'now' | 'pool'>

/**
 * Returns a function that signs in a user who has proved their identity, replacing any session the browser still holds.
 * `generation` is the device generation when the proof was read. Throws 401 `invalid_credentials` if credentials have
 * changed since, so that a sign-in racing a new password leaves no session.
 */
export function createSessionStarter({ auth, db, now, pool }: Needed) {
  const auditBounds = createAuditBounds(pool)
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { id: userId, role }: Account,
    generation: number,
    facts?: Pick<AuditFacts, 'way'>,
  ): Promise<void> => {
    // Otherwise anyone could sign up and fill the audit with sign-ins.
    const isRecorded = isStaffRole(role) || (await auditBounds.hasRoom(`sign-in:${userId}`))
    const { sessionId, refreshToken } = await db.transaction().execute(async (trx) => {
      await requireGeneration(trx, userId, generation)
      await revokeHeldSession(trx, auth.held(request), now())
      const session = await createSession(trx, userId, request.headers['user-agent'], now())
      const subject = { kind: 'session', id: session.sessionId } as const
      const actor = actorOf(request, { userId, sessionId: session.sessionId })
      if (isRecorded) await recordAudit(trx, { actor, action: 'session.signed_in', subject, ...(facts && { after: facts }) })
      return session
    })
    auth.setCookies(reply, auth.issueAccessToken({ userId, sessionId }), refreshToken)
  }
}

async function requireGeneration(trx: Trx, userId: string, generation: number): Promise<void> {
  const unchanged = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('device_generation', '=', generation)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!unchanged) throw new AppError('invalid_credentials', INVALID_CREDENTIALS)
}
