import { createHash, randomBytes } from 'node:crypto'

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
