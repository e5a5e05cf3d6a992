import { randomUUID } from 'node:crypto'
import { REFRESH_SECONDS, type SignedIn } from '#server/lib/auth.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import { isUuid } from '#server/lib/uuids.ts'

/** Two tabs may send the same refresh token within this time without it counting as theft. */
const REUSE_GRACE_SECONDS = 10

/** Starts a session; the refresh token is returned once and stored only as a hash. */
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
  return { sessionId, refreshToken: await addRefreshToken(trx, sessionId, now) }
}

async function addRefreshToken(trx: Trx, sessionId: string, now: Date): Promise<string> {
  const token = createToken()
  await trx
    .insertInto('refresh_tokens')
    .values({
      token_hash: hashToken(token),
      session_id: sessionId,
      issued_at: now,
      expires_at: new Date(now.getTime() + REFRESH_SECONDS * 1000),
    })
    .execute()
  return token
}

/**
 * Spends a refresh token and returns the next one of its family; undefined when the person must log in again. A token spent
 * longer ago than the grace for two tabs has been stolen, by its sender now or its spender then: the whole family is revoked.
 */
export async function rotateRefreshToken(
  trx: Trx,
  token: string,
  now: Date,
): Promise<{ userId: string; sessionId: string; refreshToken: string } | undefined> {
  const session = await lockSessionOf(trx, token)
  if (!session || session.revoked_at || session.deleted_at) return undefined
  const row = await trx
    .selectFrom('refresh_tokens')
    .select(['session_id', 'spent_at', 'expires_at'])
    .where('token_hash', '=', hashToken(token))
    .forUpdate()
    .executeTakeFirst()
  if (!row || row.expires_at <= now) return undefined
  if (row.spent_at && now.getTime() - row.spent_at.getTime() > REUSE_GRACE_SECONDS * 1000) {
    await revokeSession(trx, row.session_id, now)
    return undefined
  }
  if (!row.spent_at) {
    await trx.updateTable('refresh_tokens').set({ spent_at: now }).where('token_hash', '=', hashToken(token)).execute()
  }
  return {
    userId: session.user_id,
    sessionId: row.session_id,
    refreshToken: await addRefreshToken(trx, row.session_id, now),
  }
}

/** Locks the session before its token, in the order of everything that ends sessions: two at once wait and do not deadlock. */
async function lockSessionOf(trx: Trx, token: string) {
  return trx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['user_id', 'revoked_at', 'deleted_at'])
    .where('sessions.id', 'in', (eb) => eb.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hashToken(token)))
    .forUpdate('sessions')
    .executeTakeFirst()
}

/** Ends the session that a refresh token belongs to, if there is one. */
export async function revokeSessionOfToken(trx: Trx, token: string, now: Date): Promise<void> {
  await trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('revoked_at', 'is', null)
    .where('id', 'in', (eb) => eb.selectFrom('refresh_tokens').select('session_id').where('token_hash', '=', hashToken(token)))
    .execute()
}

async function revokeSession(trx: Trx, sessionId: string, now: Date): Promise<void> {
  await trx.updateTable('sessions').set({ revoked_at: now }).where('id', '=', sessionId).execute()
}

/** Ends every session of a person but the one given. */
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

/** Ends one session of the person. Returns whether they have one with this id. */
export async function revokeOwnSession(trx: Trx, userId: string, sessionId: string, now: Date): Promise<boolean> {
  if (!isUuid(sessionId)) return false
  const own = await trx
    .updateTable('sessions')
    .set((eb) => ({ revoked_at: eb.fn.coalesce('revoked_at', eb.val(now)) }))
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return own.numUpdatedRows > 0n
}

/** Deletes sessions whose tokens have all expired, and expired rate-limit counters. */
export async function deleteExpiredSessions(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('refresh_tokens').where('expires_at', '<', now).execute()
  await db
    .deleteFrom('sessions')
    .where('created_at', '<', new Date(now.getTime() - REFRESH_SECONDS * 1000))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('refresh_tokens').select('token_hash').whereRef('session_id', '=', 'sessions.id'))),
    )
    .execute()
  await db.deleteFrom('rate_limits').where('expire', '<', now.getTime()).execute()
}
