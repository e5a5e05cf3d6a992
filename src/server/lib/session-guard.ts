import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Role } from '#shared/accounts/public.ts'
import type { Database } from './db.ts'
import type { Deps } from './deps.ts'
import { unauthenticated } from './errors.ts'
import { isUuid } from './uuids.ts'

type Guarded = Pick<Deps, 'auth' | 'db' | 'now'>

/** Counted from the login, however often the session is renewed. */
export const SESSION_SECONDS = 180 * 24 * 60 * 60

export function oldestLogin(now: Date): Date {
  return new Date(now.getTime() - SESSION_SECONDS * 1000)
}

/** Sessions that count, with their accounts: neither ended nor of an account that is deleted or disabled. */
export function liveSessions(db: Database) {
  return db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .where('revoked_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
}

/**
 * Lets only live sessions use the routes of a scope. An access token outlives a logout elsewhere, a new password or the
 * end of the account by up to ten minutes, and must not give access to anything personal in that time.
 */
export function addSessionGuard(scope: FastifyInstance, deps: Guarded): void {
  guardTwice(scope, async (request) => void (await requireSession(request, deps)))
}

/**
 * Runs a guard before any body is read, and again once it has arrived: that can take a minute, in which the session may
 * end or the role be taken away. Later changes are caught by `lockActor` and `lockSession`, within the transaction.
 */
export function guardTwice(scope: FastifyInstance, guard: (request: FastifyRequest) => Promise<void>): void {
  scope.addHook('onRequest', guard)
  scope.addHook('preValidation', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') await guard(request)
  })
}

/** Throws 401 `unauthenticated` if the session has ended. */
export async function requireSession(request: FastifyRequest, { auth, db, now }: Guarded): Promise<Role> {
  const { userId, sessionId } = auth.require(request)
  if (!isUuid(sessionId)) throw unauthenticated()
  const person = await liveSessions(db)
    .select('role')
    .where('sessions.id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('sessions.created_at', '>', oldestLogin(now()))
    .executeTakeFirst()
  if (!person) throw unauthenticated()
  return person.role
}
