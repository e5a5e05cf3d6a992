import type { Database } from '#server/lib/db.ts'

/** Returns whether the email with this key is in the outbox, sent or not. */
export async function isQueued(db: Database, mailKey: string): Promise<boolean> {
  const row = await db.selectFrom('mails').select('id').where('key', '=', mailKey).executeTakeFirst()
  return row !== undefined
}
