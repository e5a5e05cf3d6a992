import type { Database } from '#server/lib/db.ts'

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
