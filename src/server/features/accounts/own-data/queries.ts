import type { Database } from '#server/lib/db.ts'
import { inPages, isOneOf } from '#server/lib/personal-data.ts'
import { deviceName } from '../sessions/device-names.ts'
import type { OwnAccount } from '../queries.ts'

export async function exportAccount(db: Database, account: OwnAccount): Promise<Record<string, unknown>> {
  const sessions = db.selectFrom('sessions').select('id').where('user_id', '=', account.id)
  const rows = await sessions.orderBy('created_at').orderBy('id').execute()
  const factor = await db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('user_id', '=', account.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const changes = await db
    .selectFrom('email_changes')
    .select(['old_email as from', 'new_email as to', 'created_at as askedAt', 'changed_at as changedAt'])
    .where('user_id', '=', account.id)
    .orderBy('created_at')
    .execute()
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'created_at as addedAt', 'last_used_at as lastUsedAt', 'is_backed_up as isSynced'])
    .where('user_id', '=', account.id)
    .orderBy('created_at')
    .execute()
  const { id, name, email, phone, role, profileImage, emailConfirmedAt, createdAt } = account
  return {
    account: { id, name, email, phone, role, profileImage, emailConfirmedAt, signedUpAt: createdAt, hasSecondFactor: factor !== undefined },
    emailChanges: changes,
    passkeys,
    sessions: inPages(rows, async (ids) => listSessions(db, ids)),
  }
}

async function listSessions(db: Database, ids: readonly string[]) {
  const rows = await db
    .selectFrom('sessions')
    .select(['user_agent', 'created_at', 'revoked_at'])
    .where(isOneOf('id', ids))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    device: deviceName(row.user_agent),
    signedInAt: row.created_at,
    signedOutAt: row.revoked_at,
  }))
}
