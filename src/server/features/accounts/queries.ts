import type { Account } from '#shared/accounts.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Database } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

const accountColumns = ['users.id', 'name', 'email', 'profile_image', 'role'] as const

interface AccountRow {
  id: string
  name: string
  email: string
  profile_image: string | null
  role: Account['role']
}

function toAccount(row: AccountRow): Account {
  return { id: row.id, name: row.name, email: row.email, profileImage: row.profile_image, role: row.role }
}

/** Returns the account with an email address in any case, and the hash to check a password against. */
export async function findAccountByEmail(db: Database, email: string): Promise<{ account: Account; passwordHash: string } | undefined> {
  const row = await db
    .selectFrom('users')
    .select([...accountColumns, 'password_hash'])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && { account: toAccount(row), passwordHash: row.password_hash }
}

export async function findAccount(db: Database, userId: string): Promise<Account | undefined> {
  const row = await db
    .selectFrom('users')
    .select(accountColumns)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row && toAccount(row)
}

export interface OwnAccount extends Account {
  passwordHash: string
  emailConfirmedAt: Date | null
  createdAt: Date
}

/** Returns the name to greet an account's owner by; null while anybody may have signed up with the address. */
export function knownName({ name, emailConfirmedAt }: Pick<OwnAccount, 'name' | 'emailConfirmedAt'>): string | null {
  return emailConfirmedAt && name
}

/**
 * Returns the account of the request, if its session has not ended: an access token lives on for up to ten minutes after a
 * sign-out elsewhere, a new password or the deletion of the account, and must not act on the account itself. Throws 401.
 */
export async function getOwnAccount(db: Database, { userId, sessionId }: SignedIn): Promise<OwnAccount> {
  const row = await db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.user_id', 'users.id')
    .select([...accountColumns, 'password_hash', 'email_confirmed_at', 'users.created_at'])
    .where('users.id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('sessions.id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new AppError('unauthenticated', 'Please log in to continue.')
  return { ...toAccount(row), passwordHash: row.password_hash, emailConfirmedAt: row.email_confirmed_at, createdAt: row.created_at }
}
