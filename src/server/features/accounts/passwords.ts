import { hash, verify } from '@node-rs/argon2'

// argon2id with the parameters that OWASP's password storage cheat sheet names first.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

export async function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS)
}

const unknownAccountHash = hashPassword('nobody has this password')

/**
 * Returns whether the password matches the stored hash. Without a hash (no such account) it does the same work and returns
 * false, so that the response time does not reveal which addresses have an account. So it does for an account without a
 * password, which nobody can sign in to.
 */
export async function verifyPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  const ownHash = storedHash?.includes('argon2id') ? storedHash : undefined
  const matches = await verify(ownHash ?? (await unknownAccountHash), password)
  return matches && ownHash !== undefined
}
