import type { Database } from '#server/lib/db.ts'

/** The backup that this database came out of, while it has not gone live. */
export async function findCopy(db: Database): Promise<{ id: string; moment: Date } | undefined> {
  const row = await db
    .selectFrom('restored_copy')
    .select(['backup_id as id', 'backup_moment as moment'])
    .where('live_at', 'is', null)
    .executeTakeFirst()
  return row
}
