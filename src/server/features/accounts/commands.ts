import { sql } from 'kysely'
import { WRONG_PASSWORD } from '#shared/account-settings.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, unauthenticated } from '#server/lib/errors.ts'
import type { PhoneColumns } from '#server/lib/phones.ts'
import { NO_PASSWORD } from './passwords.ts'

/** Keeps an account from being deleted, and from anything else that locks it, until the transaction ends. Throws 401 when it has been. */
export async function lockAccount(trx: Trx, userId: string): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw unauthenticated()
}

/**
 * Returns the ids of the administrators who can sign in, locked in one order: of two changes that would leave none, the second
 * waits for the first and then sees it. Whoever has only been invited is none yet.
 */
export async function lockAdministrators(trx: Trx): Promise<string[]> {
  const administrators = await trx
    .selectFrom('users')
    .select('id')
    // Written out, so that the index of the staff fits.
    .where('role', '=', sql.lit('admin' as const))
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('password_hash', '!=', NO_PASSWORD)
    .orderBy('id')
    .forUpdate()
    .execute()
  return administrators.map(({ id }) => id)
}

/** Sets or removes the telephone number of an account. */
export async function setPhone(trx: Trx, userId: string, { typed, number }: PhoneColumns): Promise<void> {
  await trx
    .updateTable('users')
    .set({ phone: typed, phone_number: number })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

export async function rename(trx: Trx, userId: string, name: string): Promise<void> {
  await trx.updateTable('users').set({ name }).where('id', '=', userId).where('deleted_at', 'is', null).execute()
}

/** Returns the error for a wrong password. `path`: the field in which it was given. */
export function wrongPassword(path: string): AppError {
  return new AppError('wrong_password', WRONG_PASSWORD, { issues: [{ path, message: WRONG_PASSWORD }] })
}
