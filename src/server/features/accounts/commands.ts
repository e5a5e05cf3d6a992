import { sql } from 'kysely'
import { WRONG_PASSWORD } from '#shared/accounts/settings.ts'
import type { Trx } from '#server/lib/db.ts'
import { AppError, unauthenticated } from '#server/lib/errors.ts'
import type { PhoneColumns } from '#server/lib/phones.ts'
import { administrators } from './queries.ts'

/** Prevents deletion and other locks until the transaction ends. Throws 401 if the account has been deleted. */
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
 * Locks the administrators who can sign in, always in the same order, and returns their ids. Of two changes that
 * together would leave none, the second waits for the first and sees its result. Invited people do not count yet.
 */
export async function lockAdministrators(trx: Trx): Promise<string[]> {
  return (await administrators(trx).select('id').forUpdate().execute()).map(({ id }) => id)
}

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

/** `path` is the field that held the wrong password. */
export function wrongPassword(path: string): AppError {
  return new AppError('wrong_password', WRONG_PASSWORD, { issues: [{ path, message: WRONG_PASSWORD }] })
}

/** Disables everybody who works here, on a restored copy, until the command line enables them. Their sessions are not in a backup. */
export async function disableStaff(trx: Trx): Promise<void> {
  await trx
    .updateTable('users')
    .set({ disabled_at: sql<Date>`now()` })
    .where('role', '<>', 'customer')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
}
