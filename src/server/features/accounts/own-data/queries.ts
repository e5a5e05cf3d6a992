import type { Database } from '#server/lib/db.ts'
import { deviceName } from '../sessions/device-names.ts'
import type { OwnAccount } from '../queries.ts'

/** Returns the accounts feature's own part of the export. */
export async function exportAccount(db: Database, account: OwnAccount): Promise<Record<string, unknown>> {
  const sessions = await db
    .selectFrom('sessions')
    .select(['user_agent', 'created_at', 'revoked_at'])
    .where('user_id', '=', account.id)
    .orderBy('created_at')
    .execute()
  const factor = await db
    .selectFrom('second_factors')
    .select('confirmed_at')
    .where('user_id', '=', account.id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const { id, name, email, role, profileImage, emailConfirmedAt, createdAt } = account
  return {
    account: { id, name, email, role, profileImage, emailConfirmedAt, signedUpAt: createdAt, hasSecondFactor: factor !== undefined },
    sessions: sessions.map((row) => ({
      device: deviceName(row.user_agent),
      signedInAt: row.created_at,
      signedOutAt: row.revoked_at,
    })),
  }
}
