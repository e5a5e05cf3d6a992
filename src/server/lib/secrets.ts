import { randomBytes } from 'node:crypto'
import type { Database } from './db.ts'

/**
 * A random secret that every process on this database shares, made at the first use
 * (the key of the access tokens, the card sandbox's signing secret).
 */
export async function sharedSecret(db: Database, name: string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const row = await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
