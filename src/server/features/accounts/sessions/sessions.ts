import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import * as calls from '#shared/accounts/calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { NO_COOKIES } from '#shared/accounts/session-paths.ts'
import type { Auth, HeldSession, SignedIn } from '#server/lib/auth.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound, unauthenticated } from '#server/lib/errors.ts'
import { liveSessions, oldestLogin, SESSION_SECONDS } from '#server/lib/guards.ts'
import { isOneOf } from '#server/lib/personal-data.ts'
import { deleteExpiredCounters } from '#server/lib/rate-limits.ts'
import { createToken, hashToken } from '#server/lib/secrets.ts'
import type { Serving } from '#server/lib/serve.ts'
import { REFRESH_SECONDS } from '#server/lib/session-cookies.ts'
import { inPieces, pagesOf, workTogether } from '#server/lib/sweeps.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { deviceName } from './devices.ts'

/** Two tabs may send the same refresh token within this time without it being treated as theft. */
const REUSE_GRACE_MS = 10_000

/**
 * A renewed token is not renewed again within this time. This outlasts its predecessor's grace period, so that a slow
 * tab never gets a spent token, and limits how fast a family can grow.
 */
const YOUTH_MS = 2 * REUSE_GRACE_MS

/** Refresh and logout (specification §7), and the devices on which one is signed in. */
export function sessionCalls({ read, change, flow }: Serving, { auth, db, now }: Deps): void {
  flow(calls.refreshToken, async ({ request, reply }) => {
    const { refreshToken } = auth.held(request)
    // So that the page can tell a browser that keeps no cookies from a session that has ended.
    if (!refreshToken) reply.header(NO_COOKIES, '1')
    const next = refreshToken && (await db.transaction().execute((trx) => rotateRefreshToken(trx, auth, refreshToken, now())))
    if (!next) {
      auth.clearCookies(reply)
      throw unauthenticated()
    }
    auth.setCookies(reply, auth.issueAccessToken(next), next.refreshToken)
    return { message: 'Token refreshed' }
  })

  flow(calls.logOut, async ({ request, reply }) => {
    await db.transaction().execute((trx) => revokeHeldSession(trx, auth.held(request), now()))
    auth.clearCookies(reply)
    return { message: 'Logout successful' }
  })

  read(securityCalls.listSessions, async ({ who: { userId, sessionId } }) => {
    const rows = await listSessions(db, userId, now())
    return rows.map((row) => ({
      id: row.id,
      device: deviceName(row.user_agent),
      signedInAt: row.created_at.toISOString(),
      lastActiveAt: row.last_active_at.toISOString(),
      isCurrent: row.id === sessionId,
    }))
  })

  change(securityCalls.endOtherSessions, async ({ trx, who }) => {
    await revokeOtherSessions(trx, who, now())
    return { message: 'All other devices are signed out' }
  })

  change(securityCalls.endSession, async ({ trx, who, params }) => {
    if (!(await revokeOwnSession(trx, who.userId, params.id, now()))) throw notFound('Session')
    return { message: 'Signed out' }
  })
}

/**
 * Returns the live sessions, most recently used first. `last_active_at` is when a session's token was last renewed, at
 * most ten minutes before its last use.
 */
export async function listSessions(db: Database, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .innerJoin('refresh_tokens', 'refresh_tokens.session_id', 'sessions.id')
    .select((eb) => ['sessions.id', 'user_agent', 'created_at', eb.fn.max('issued_at').as('last_active_at')])
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .groupBy('sessions.id')
    .having((eb) => eb(eb.fn.max('expires_at'), '>', now))
    .orderBy('last_active_at', 'desc')
    .execute()
}

/** Returns the refresh token, which is stored only as a hash. */
export async function createSession(
  trx: Trx,
  userId: string,
  userAgent: string | undefined,
  now: Date,
): Promise<{ sessionId: string; refreshToken: string }> {
  const sessionId = randomUUID()
  await trx
    .insertInto('sessions')
    .values({ id: sessionId, user_id: userId, user_agent: userAgent?.slice(0, 300) ?? null, created_at: now })
    .execute()
  const refreshToken = createToken()
  await addRefreshToken(trx, refreshToken, { id: sessionId, created_at: now }, now)
  return { sessionId, refreshToken }
}

/** The token never outlives its session. */
async function addRefreshToken(trx: Trx, token: string, session: { id: string; created_at: Date }, now: Date): Promise<void> {
  const sessionEnd = session.created_at.getTime() + SESSION_SECONDS * 1000
  await trx
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashToken(token),
      session_id: session.id,
      issued_at: now,
      expires_at: new Date(Math.min(now.getTime() + REFRESH_SECONDS * 1000, sessionEnd)),
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .execute()
}

/**
 * Spends a refresh token and returns the next one of its family, or undefined if the user must log in again. Within the
 * two-tab grace period a spent token yields the same successor again; later, one of its two senders must have stolen it,
 * so the whole family is revoked.
 */
async function rotateRefreshToken(
  trx: Trx,
  { successorOf }: Pick<Auth, 'successorOf'>,
  token: string,
  now: Date,
): Promise<{ userId: string; sessionId: string; refreshToken: string } | undefined> {
  const session = await lockSessionOf(trx, token)
  if (!session || session.created_at <= oldestLogin(now)) return undefined
  const row = await trx
    .selectFrom('refresh_tokens')
    .select(['issued_at', 'spent_at', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.expires_at <= now) return undefined
  if (row.spent_at && now.getTime() - row.spent_at.getTime() > REUSE_GRACE_MS) {
    await revokeSession(trx, session.id, now)
    return undefined
  }
  const who = { userId: session.user_id, sessionId: session.id }
  const isRenewed = row.issued_at > session.created_at
  if (!row.spent_at && isRenewed && now.getTime() - row.issued_at.getTime() <= YOUTH_MS) return { ...who, refreshToken: token }
  if (!row.spent_at) {
    await trx.updateTable('refresh_tokens').set({ spent_at: now }).where('token_hash', '=', hashToken(token)).execute()
  }
  const refreshToken = successorOf(token)
  await addRefreshToken(trx, refreshToken, session, now)
  return { ...who, refreshToken }
}

/**
 * Returns a token's session if it is live. Locks the session before the token, the order in which sessions are ended
 * everywhere, to avoid deadlocks.
 */
async function lockSessionOf(trx: Trx, token: string) {
  return liveSessions(trx)
    .select(['sessions.id', 'user_id', 'sessions.created_at'])
    .where('sessions.id', 'in', (eb) => eb.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hashToken(token)))
    .forUpdate('sessions')
    .executeTakeFirst()
}

export async function revokeHeldSession(trx: Trx, { refreshToken = '', sessionId = '' }: HeldSession, now: Date): Promise<void> {
  const family = await trx
    .selectFrom('refresh_tokens')
    .select('session_id')
    .where('token_hash', '=', hashToken(refreshToken))
    .executeTakeFirst()
  const held = [family?.session_id, isUuid(sessionId) ? sessionId : undefined].filter((id) => id !== undefined)
  if (held.length === 0) return
  await trx.updateTable('sessions').set({ revoked_at: now }).where('id', 'in', held).where('revoked_at', 'is', null).execute()
}

async function revokeSession(trx: Trx, sessionId: string, now: Date): Promise<void> {
  await trx.updateTable('sessions').set({ revoked_at: now }).where('id', '=', sessionId).execute()
}

export async function revokeOtherSessions(trx: Trx, { userId, sessionId }: SignedIn, now: Date): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .where('revoked_at', 'is', null)
    .execute()
}

export async function revokeAllSessions(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx.updateTable('sessions').set({ revoked_at: now }).where('user_id', '=', userId).where('revoked_at', 'is', null).execute()
}

async function revokeOwnSession(trx: Trx, userId: string, sessionId: string, now: Date): Promise<boolean> {
  if (!isUuid(sessionId)) return false
  const own = await trx
    .updateTable('sessions')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return own.numUpdatedRows > 0n
}

export async function deleteExpiredSessions({ db, log }: Pick<Deps, 'db' | 'log'>, now: Date): Promise<void> {
  await inPieces(async (most) => {
    const old = db.selectFrom('refresh_tokens').select('token_hash').where('expires_at', '<', now).orderBy('expires_at').limit(most)
    const { numDeletedRows } = await db.deleteFrom('refresh_tokens').where('token_hash', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  })
  const before = new Date(now.getTime() - REFRESH_SECONDS * 1000)
  for await (const page of pagesOf(async (limit, after?: OldSession) => listOldSessions(db, before, limit, after))) {
    await workTogether({ db, log }, 'to delete a session', page, deleteOver)
  }
  await deleteExpiredCounters(db, now)
}

interface OldSession {
  id: string
  /** As text, because a Date would lose the microseconds. */
  begun: string
}

/** Oldest first, continuing after `after`. */
async function listOldSessions(db: Database, before: Date, limit: number, after?: OldSession): Promise<OldSession[]> {
  const behind = after ? sql`and (created_at, id) > (${after.begun}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<OldSession>`
    select id, created_at::text as begun from sessions where created_at < ${before} ${behind}
    order by sessions.created_at, id limit ${limit}`.execute(db)
  return rows
}

async function deleteOver(trx: Trx, sessions: readonly { id: string }[]): Promise<void> {
  const ids = sessions.map(({ id }) => id)
  const hasToken = sql<boolean>`exists (select from refresh_tokens where session_id = sessions.id)`
  await trx
    .deleteFrom('sessions')
    .where(isOneOf('id', ids))
    .where((eb) => eb.not(hasToken))
    .execute()
}
