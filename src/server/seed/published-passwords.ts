import { verifyPassword } from '#server/features/accounts/passwords.ts'
import type { Database } from '#server/lib/db.ts'
import { readPrintedPasswords } from '#server/lib/demo-accounts.ts'

export interface PrintedAccount {
  email: string
  password: string
}

export async function listPublishedPasswords(db: Database): Promise<PrintedAccount[]> {
  const found: PrintedAccount[] = []
  for (const [id, password] of await readPrintedPasswords()) {
    const user = await db.selectFrom('users').select(['email', 'password_hash']).where('id', '=', id).executeTakeFirst()
    if (user?.password_hash && (await verifyPassword(user.password_hash, password))) found.push({ email: user.email, password })
  }
  return found
}
