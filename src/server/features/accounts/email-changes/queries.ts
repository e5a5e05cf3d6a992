import type { Trx } from '#server/lib/db.ts'
import { lockUnconfirmed } from '../clean-start/commands.ts'

/** Counted from the request. */
export const OBJECTION_DAYS = 7

/**
 * Returns whether another account gave up this address and its owner can still object. Until then nobody else gets it;
 * otherwise an intruder could lock the owner out.
 */
export async function isKeptAddress(trx: Trx, email: string, userId: string): Promise<boolean> {
  const kept = await trx
    .selectFrom('email_changes')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['old_email']), '=', email.toLowerCase()))
    .where('changed_at', 'is not', null)
    .where('objection_hash', 'is not', null)
    .where('user_id', '!=', userId)
    .executeTakeFirst()
  return kept !== undefined
}

/** Returns whether an address belongs to another account or is reserved for it. An unconfirmed sign-up does not count. */
export async function isTaken(trx: Trx, email: string, userId: string): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('id', '!=', userId)
    .executeTakeFirst()
  if (other && !(await lockUnconfirmed(trx, email))?.hasPassword) return true
  return isKeptAddress(trx, email, userId)
}
