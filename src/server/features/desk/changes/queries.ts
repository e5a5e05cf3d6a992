import type { Role } from '#shared/accounts/public.ts'
import type { Database } from '#server/lib/db.ts'
import { oldestLogin } from '#server/lib/guards.ts'

export async function findRoles(db: Database, sessionIds: readonly string[], now: Date): Promise<Map<string, Role>> {
  if (sessionIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select(['sessions.id', 'role'])
    .where('sessions.id', 'in', sessionIds)
    .where('revoked_at', 'is', null)
    .where('sessions.created_at', '>', oldestLogin(now))
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, role }) => [id, role]))
}
