import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
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

export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Returns the form in which a token is stored; the hash cannot be used in its place. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Returns an unguessable id for a uuid column: all 128 bits are random, not just 122. */
export function createUnguessableId(): string {
  const hex = randomBytes(16).toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encrypts values that must be readable again, so that a copy of the database alone is of no use. */
export interface Sealing {
  /** The text cannot be decrypted in another owner's row. */
  seal(text: string, owner: string): string
  /** Returns undefined if the text was sealed for another owner or with another secret. */
  open(sealed: string, owner: string): string | undefined
}

/** `secret` is the session secret, at least 32 characters. The key derived from it is used only here. */
export function createSealing(secret: string): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'meridian sealing', 32))
  return {
    seal(text, owner) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(ALGORITHM, key, nonce).setAAD(Buffer.from(owner))
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url')
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed, 'base64url')
      const [nonce, rest] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES)]
      try {
        const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(owner)).setAuthTag(rest.subarray(0, TAG_BYTES))
        return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
