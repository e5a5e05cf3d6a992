import type { Database } from '#server/lib/db.ts'

/** Whether the mail of this key is in the outbox, sent or not. */
export async function isQueued(db: Database, mailKey: string): Promise<boolean> {
  const row = await db.selectFrom('mails').select('id').where('key', '=', mailKey).executeTakeFirst()
  return row !== undefined
}
