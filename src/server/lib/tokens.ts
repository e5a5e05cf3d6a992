import { createHash, randomBytes } from 'node:crypto'

/** A token that cannot be guessed, for a cookie or a link. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token: who reads the database cannot use it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
