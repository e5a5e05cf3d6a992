import { hash, verify } from '@node-rs/argon2'
import { MIN_STAFF_PASSWORD_LENGTH, STAFF_PASSWORD_TOO_SHORT } from '#shared/accounts/public.ts'
import { AppError } from '#server/lib/errors.ts'
import { isCommonPassword, type PasswordOwner } from './common-passwords.ts'

// argon2id with the first parameters in OWASP's password storage cheat sheet.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export const NO_PASSWORD = ''

export interface NewPassword {
  hash: string
  /** Why staff may not have this password; null if they may. */
  weakness: string | null
}

/** Slow because of the hashing, so call this before a transaction begins. */
export async function prepareNewPassword(password: string, owner: PasswordOwner = {}): Promise<NewPassword> {
  return { hash: await hash(password.normalize('NFC'), OPTIONS), weakness: await findWeakness(password, owner) }
}

export function passwordColumns({ hash: password_hash, weakness }: NewPassword) {
  return { password_hash, has_staff_password: weakness === null }
}

/** `path` is the field that held the password. Throws 400. */
export function refuseWeak({ weakness }: NewPassword, path: string): void {
  if (weakness !== null) throw new AppError('validation_failed', weakness, { issues: [{ path, message: weakness }] })
}

async function findWeakness(password: string, owner: PasswordOwner): Promise<string | null> {
  if (password.normalize('NFC').length < MIN_STAFF_PASSWORD_LENGTH) return STAFF_PASSWORD_TOO_SHORT
  return (await isCommonPassword(password, owner)) ? 'This password is too common. Please choose another one.' : null
}

const unknownAccountHash = hash('nobody has this password', OPTIONS)

/**
 * Returns whether the password matches the stored hash. Systems type the same letters differently, so hashes are of the
 * password's normal form; older ones are of what was typed. Without a hash (no account, or one without a password) it does
 * the same work and returns false, so that the response time does not reveal which addresses have an account.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const ownHash = storedHash?.includes('argon2id') ? storedHash : undefined
  const compared = ownHash ?? (await unknownAccountHash)
  const normal = password.normalize('NFC')
  const matches = (await verify(compared, normal)) || (normal !== password && (await verify(compared, password)))
  return matches && ownHash !== undefined
}
