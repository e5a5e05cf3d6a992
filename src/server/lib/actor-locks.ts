import type { Role } from '#shared/accounts.ts'
import { may, type Permission } from '#shared/permissions.ts'
import type { SignedIn } from './auth.ts'
import { builtOnce } from './built-once.ts'
import type { Database, Trx } from './db.ts'
import { AppError, unauthenticated } from './errors.ts'
import { isUuid } from './uuids.ts'

/** Whose decision it is, as the audit knows them. */
interface Acting {
  accountId: string | null
  sessionId: string | null
  via: 'site' | 'command_line'
}

/**
 * Makes sure, for the rest of a transaction, that whoever decides may do so: their session goes on and their role includes it. Whoever
 * takes either of them waits for the transaction, or is seen by it. Locks the account first, before whatever it is about. On the
 * command line only the role of a named decider is asked for. Throws 401 and 403.
 */
export async function lockActor(trx: Trx, { accountId, sessionId, via }: Acting, permission: Permission): Promise<void> {
  if (via === 'command_line' && accountId === null) return
  const role = via === 'site' ? await lockSessionRole(trx, accountId, sessionId) : await lockAccountRole(trx, accountId)
  if (!role) throw unauthenticated()
  if (!may(role, permission)) throw new AppError('forbidden', 'Your role does not include this.')
}

async function lockSessionRole(trx: Trx, accountId: string | null, sessionId: string | null): Promise<Role | undefined> {
  if (!isUuid(sessionId ?? '')) return undefined
  const person = await trx
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select('role')
    .where('users.id', '=', accountId)
    .where('sessions.id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    // Not shared: of two at once about bookings of their own, each would wait for the other to let go of the account.
    .forNoKeyUpdate('users')
    .forShare('sessions')
    .executeTakeFirst()
  return person?.role
}

async function lockAccountRole(trx: Trx, accountId: string | null): Promise<Role | undefined> {
  const person = await trx
    .selectFrom('users')
    .select('role')
    .where('id', '=', accountId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return person?.role
}

/**
 * Makes sure likewise that the session of somebody who acts for themselves goes on, and locks their account, since what follows may
 * change it. Throws 401.
 */
export async function lockSession(trx: Trx, { userId, sessionId }: SignedIn): Promise<void> {
  if (!isUuid(sessionId)) throw unauthenticated()
  const [session] = await lockingSession(trx, { userId, sessionId })
  if (!session) throw unauthenticated()
}

const lockingSession = builtOnce((db, { userId, sessionId }: SignedIn) =>
  db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select('sessions.id')
    .where('users.id', '=', userId)
    .where('sessions.id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate('users')
    .forShare('sessions'),
)

/** Runs a transaction that begins with `lockActor`. */
export async function decideAs<T>(db: Database, actor: Acting, permission: Permission, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockActor(trx, actor, permission)
    return work(trx)
  })
}

/** Runs a transaction that begins with `lockSession`. */
export async function actAs<T>(db: Database, who: SignedIn, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockSession(trx, who)
    return work(trx)
  })
}
