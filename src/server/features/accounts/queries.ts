import type { Account } from '#shared/accounts.ts'
import type { Database } from '#server/lib/db.ts'

const accountColumns = ['id', 'name', 'email', 'profile_image', 'role'] as const

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

/** The account of an address, whatever its capitals, with the hash to check a password against. */
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
