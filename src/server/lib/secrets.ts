import { randomBytes } from 'node:crypto'
import type { Database } from './db.ts'

/** Signs the card sandbox's webhooks. */
export const SANDBOX_SECRET = 'card-sandbox-webhook'

/**
 * Returns a random secret shared by all processes on this database, created on first use (the key for access tokens, the
 * card sandbox's signing secret).
 */
export async function sharedSecret(db: Database, name: string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const value = await findSecret(db, name)
  if (value === undefined) throw new Error(`The secret ${name} is gone.`)
  return value
}

export async function findSecret(db: Database, name: string): Promise<string | undefined> {
  return (await db.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value
}
