import { verifyPassword } from '#server/features/accounts/passwords.ts'
import type { Database } from '#server/lib/db.ts'
import { readPrintedPasswords } from '#server/lib/demo-accounts.ts'

/** Returns the email addresses of the demo accounts that still have the password printed in `seed/`. */
export async function listPublishedPasswords(db: Database): Promise<string[]> {
  const found: string[] = []
  for (const [id, password] of await readPrintedPasswords()) {
    const user = await db.selectFrom('users').select(['email', 'password_hash']).where('id', '=', id).executeTakeFirst()
    if (user?.password_hash && (await verifyPassword(user.password_hash, password))) found.push(user.email)
  }
  return found
}
