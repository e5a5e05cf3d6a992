import { isIP } from 'node:net'
import { DECIDES_ABOUT_MONEY, may, type Permission } from '#shared/accounts/permissions.ts'
import type { Role } from '#shared/accounts/public.ts'
import type { SignedIn } from './auth.ts'
import { builtOnce } from './built-once.ts'
import type { Database, Trx } from './db.ts'
import { AppError, unauthenticated } from './errors.ts'
import { liveSessions } from './guards.ts'
import { refuseMoneyOnCopy } from './restored-copy.ts'
import { isUuid } from './uuids.ts'

export interface Actor {
  /** Null for an unnamed operator on the command line, and for a failed sign-in. */
  accountId: string | null
  /** Set for someone signed in to the site: a decision counts only while this session is live (`lockActor`). */
  sessionId: string | null
  via: 'site' | 'command_line'
  networkAddress: string | null
}

/** An actor with an account, so that it is known later whose decision it was. */
export interface NamedActor extends Actor {
  accountId: string
}

type Acting = Omit<Actor, 'networkAddress'>

export function actorOf(request: { ip: string }, who: SignedIn): NamedActor
export function actorOf(request: { ip: string }, who: null): Actor
export function actorOf({ ip }: { ip: string }, who: SignedIn | null): Actor {
  const { userId = null, sessionId = null } = who ?? {}
  // A trusted proxy may still report something that is not an IP address.
  return { accountId: userId, sessionId, via: 'site', networkAddress: isIP(ip) === 0 ? null : (ip.split('%')[0] ?? null) }
}

/** `accountId` is the account named with `--by`, or null if none was. */
export function operator(accountId: string): NamedActor
export function operator(accountId?: string | null): Actor
export function operator(accountId: string | null = null): Actor {
  return { accountId, sessionId: null, via: 'command_line', networkAddress: null }
}

/**
 * Locks the actor so that their session and role cannot be taken away unnoticed before the transaction ends. Call it
 * first: the account must be locked before whatever is being decided about. On the command line only a named actor's
 * role is checked. Throws 401 and 403, and 503 `restored_copy` for money on a restored copy.
 */
export async function lockActor(trx: Trx, { accountId, sessionId, via }: Acting, permission: Permission): Promise<void> {
  if (DECIDES_ABOUT_MONEY.has(permission)) await refuseMoneyOnCopy(trx)
  if (via === 'command_line' && accountId === null) return
  const role = via === 'site' ? await lockSessionRole(trx, accountId, sessionId) : await lockAccountRole(trx, accountId)
  if (!role) throw unauthenticated()
  if (!may(role, permission)) throw new AppError('forbidden', 'Your role doesn’t allow this.')
}

/** Returns the role of the account of a live session, after locking both. */
async function lockSessionRole(trx: Trx, userId: string | null, sessionId: string | null): Promise<Role | undefined> {
  if (userId === null || sessionId === null || !isUuid(sessionId)) return undefined
  const [person] = await lockingSession(trx, { userId, sessionId })
  return person?.role
}

const lockingSession = builtOnce((db, { userId, sessionId }: SignedIn) =>
  liveSessions(db)
    .select('role')
    .where('users.id', '=', userId)
    .where('sessions.id', '=', sessionId)
    // With a shared lock, two actions on the actor's own bookings could each wait for the other to release the account.
    .forNoKeyUpdate('users')
    .forShare('sessions'),
)

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

/** Locks the session and account of a person acting on their own behalf. Throws 401. */
export async function lockSession(trx: Trx, { userId, sessionId }: SignedIn): Promise<void> {
  if (!(await lockSessionRole(trx, userId, sessionId))) throw unauthenticated()
}

export async function decideAs<T>(db: Database, actor: Acting, permission: Permission, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockActor(trx, actor, permission)
    return work(trx)
  })
}

export async function actAs<T>(db: Database, who: SignedIn, work: (trx: Trx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await lockSession(trx, who)
    return work(trx)
  })
}
