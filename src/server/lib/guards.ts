import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { FRESHLY_PROVEN, may, type Permission } from '#shared/accounts/permissions.ts'
import { PROOF_MINUTES, type Proof } from '#shared/accounts/proofs.ts'
import { isStaffRole, type Role, type SetupStep } from '#shared/accounts/public.ts'
import type { Database } from './db.ts'
import { isOpenDemo } from './demo-accounts.ts'
import type { Deps } from './deps.ts'
import { AppError, unauthenticated } from './errors.ts'
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
function guardTwice(scope: FastifyInstance, guard: (request: FastifyRequest) => Promise<void>): void {
  scope.addHook('onRequest', guard)
  scope.addHook('preValidation', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') await guard(request)
  })
}

/** Throws 401 `unauthenticated` if the session has ended. */
async function requireSession(request: FastifyRequest, { auth, db, now }: Guarded): Promise<Role> {
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

const PROOF_MS = PROOF_MINUTES * 60_000

/**
 * Returns a hook for calls that must not succeed with a stolen cookie alone. It runs once the body has arrived, so that a proof that
 * expired meanwhile does not count. Throws 403 `confirm_identity` unless the user signed in or confirmed their identity within the last ten
 * minutes.
 */
export function freshProof(deps: Guarded): (request: FastifyRequest) => Promise<void> {
  return async (request) => void (await requireFreshProof(request, deps))
}

/** Returns when the proof expires. `spareMs` is how much longer it must remain valid. */
export async function requireFreshProof(request: FastifyRequest, { auth, db, now }: Guarded, spareMs = 0): Promise<Date> {
  const { userId, sessionId } = auth.require(request)
  const provedAt = isUuid(sessionId) ? await findProof(db, userId, sessionId) : undefined
  if (!provedAt) throw unauthenticated()
  const until = endOfProof(provedAt)
  if (until.getTime() - now().getTime() > spareMs) return until
  throw new AppError('confirm_identity', 'Please confirm it’s you.', { confirmWith: await listProofs(db, userId) })
}

export function endOfProof(provedAt: Date): Date {
  return new Date(provedAt.getTime() + PROOF_MS)
}

/**
 * Lists the ways in which an account's owner can confirm their identity. With a second factor the password is not one:
 * it may have been stolen along with the cookie, and would then give access to more than at sign-in.
 */
export async function listProofs(db: Database, userId: string): Promise<Proof[]> {
  const factor = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const passkey = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).executeTakeFirst()
  return [factor ? 'code' : 'password', ...(passkey ? ['passkey' as const] : [])]
}

async function findProof(db: Database, userId: string, sessionId: string): Promise<Date | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select(sql<Date>`greatest(created_at, proved_at)`.as('provedAt'))
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return session?.provedAt
}

/** Returns whether an account must have a second factor. */
export function isFactorCompulsory({ NODE_ENV }: Pick<Deps['config'], 'NODE_ENV'>, role: Role): boolean {
  return NODE_ENV === 'production' && isStaffRole(role)
}

export async function findStaffSetup(
  { config, db }: Pick<Deps, 'config' | 'db'>,
  userId: string,
): Promise<{ isStaff: boolean; due: SetupStep[] }> {
  const person = await db
    .selectFrom('users')
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['role', 'has_staff_password', 'confirmed_at'])
    .where('users.id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .executeTakeFirst()
  if (!person) return { isStaff: false, due: [] }
  return { isStaff: isStaffRole(person.role), due: dueSetupOf(config, { ...person, id: userId }) }
}

interface SetUp {
  id: string
  role: Role
  has_staff_password: boolean
  confirmed_at: Date | null
}

/** Returns what is left to set up: nothing for travellers, nor for the demo outside production. */
export function dueSetupOf(config: Pick<Deps['config'], 'NODE_ENV'>, person: SetUp): SetupStep[] {
  if (!isStaffRole(person.role) || isOpenDemo(config, person.id)) return []
  const isFactorDue = person.confirmed_at === null && isFactorCompulsory(config, person.role)
  return [...(person.has_staff_password ? [] : ['password' as const]), ...(isFactorDue ? ['second_factor' as const] : [])]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `addStaffGuard` refuses to start a site with a staff route that names none. */
    permission?: Permission
  }
}

type StaffGuarded = Pick<Deps, 'auth' | 'config' | 'db' | 'now'>

const admitted = new WeakMap<FastifyRequest, Role>()

/**
 * Admits only users whose role includes the route's permission: 401 when signed out, 403 for customers, for staff with something still to
 * set up, and for too low a role. The role is read from the database each time, so that losing it takes effect at once.
 */
export function addStaffGuard(scope: FastifyInstance, deps: StaffGuarded): void {
  scope.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.permission)
      throw new Error(`${[method].flat().join(', ')} ${url} names no permission of src/shared/accounts/permissions.ts.`)
  })
  guardTwice(scope, async (request) => void admitted.set(request, await admit(request, deps)))
}

async function admit(request: FastifyRequest, deps: StaffGuarded): Promise<Role> {
  const role = await requireSession(request, deps)
  if (!isStaffRole(role)) throw new AppError('forbidden', 'Only our staff can do this.')
  const { due } = await findStaffSetup(deps, deps.auth.require(request).userId)
  if (due.length > 0) throw new AppError('staff_setup_required', 'Please set up your sign-in first: open Settings, then Sign-in security.')
  const { permission } = request.routeOptions.config
  if (permission && !may(role, permission)) throw new AppError('forbidden', 'Your role doesn’t allow this.')
  if (permission && FRESHLY_PROVEN.includes(permission)) await requireFreshProof(request, deps)
  return role
}

export function staffRoleOf(request: FastifyRequest): Role {
  const role = admitted.get(request)
  if (!role) throw new Error('This route is not behind addStaffGuard.')
  return role
}
