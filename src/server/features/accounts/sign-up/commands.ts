import { randomUUID } from 'node:crypto'
import type { Role } from '#shared/accounts/public.ts'
import { errorCode, type Trx } from '#server/lib/db.ts'
import { isKeptAddress } from '../email-changes/queries.ts'
import { emailTaken } from '../email-taken.ts'
import { NO_PASSWORD, passwordColumns, type NewPassword } from '../passwords.ts'

interface NewAccount {
  name: string
  email: string
  /** Null means that nobody can sign in until a link has set one. */
  password: NewPassword | null
  role?: Role
  /** Set if someone vouches for the address; otherwise an emailed link confirms it. */
  emailConfirmedAt?: Date
}

/** Returns the id. Throws 409 `email_taken`. */
export async function createAccount(trx: Trx, account: NewAccount): Promise<string> {
  const id = randomUUID()
  if (await isKeptAddress(trx, account.email, id)) throw emailTaken()
  try {
    await trx
      .insertInto('users')
      .values({
        id,
        name: account.name,
        email: account.email,
        ...(account.password ? passwordColumns(account.password) : { password_hash: NO_PASSWORD }),
        role: account.role ?? 'customer',
        email_confirmed_at: account.emailConfirmedAt ?? null,
      })
      .execute()
  } catch (error) {
    throw errorCode(error) === '23505' ? emailTaken() : error
  }
  return id
}
