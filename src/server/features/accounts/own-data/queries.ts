import { brand } from '#shared/brand.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { inPages, isOneOf, type PersonalData } from '#server/lib/personal-data.ts'
import { deviceName } from '../sessions/device-names.ts'
import type { OwnAccount } from '../queries.ts'

/** All that an account's owner may download, by part. `parts` is the other features' personal data. */
export async function* ownData(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  account: OwnAccount,
  parts: readonly PersonalData[],
): AsyncGenerator<readonly [string, unknown]> {
  yield* Object.entries({ from: brand.name, madeAt: now(), ...(await exportAccount(db, account)) })
  for (const part of parts) yield* Object.entries(await part.export(db, account.id))
}

/** Returns everything that prevents the deletion now, in words for the owner. */
export async function findObstacles({ db, now }: Pick<Deps, 'db' | 'now'>, id: string, parts: readonly PersonalData[]): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    const obstacles: string[] = []
    for (const part of parts) {
      const obstacle = await part.findObstacle(trx, id, now())
      if (obstacle) obstacles.push(obstacle)
    }
    return obstacles
  })
}

async function exportAccount(db: Database, account: OwnAccount): Promise<Record<string, unknown>> {
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
