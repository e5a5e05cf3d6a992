import type { FastifyBaseLogger } from 'fastify'
import type { Actor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { createUploads } from '#server/lib/uploads.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { AVATAR_FOLDER, replaceAvatar } from './avatars.ts'
import { NO_PASSWORD } from './passwords.ts'
import { forgetDevices } from './sessions/devices.ts'
import { revokeAllSessions } from './sessions/sessions.ts'

const NAMELESS = 'Traveller'

/** Must be called after the transaction. */
export type Removal = () => Promise<void>

/** Ends every kind of access that someone who signed up with the address may have left open. Returns whether there was a second factor. */
export async function endAccess(trx: Trx, userId: string, now: Date): Promise<boolean> {
  await revokeAllSessions(trx, userId, now)
  await forgetDevices(trx, userId)
  await trx.deleteFrom('account_links').where('user_id', '=', userId).execute()
  await trx.deleteFrom('email_changes').where('user_id', '=', userId).execute()
  await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute()
  const factor = await trx.deleteFrom('second_factors').where('user_id', '=', userId).returning('confirmed_at').executeTakeFirst()
  return Boolean(factor?.confirmed_at)
}

/**
 * Clears an account with an unconfirmed address for the owner of that address, who may not be the person who signed up.
 * Removes all access and everything typed into the profile; bookings, reservations and payments stay. The account must
 * be locked.
 */
export async function startClean(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  { id, name = NAMELESS }: { id: string; name?: string },
  parts: readonly PersonalData[],
): Promise<Removal[]> {
  const now = deps.now()
  const hasSecondFactor = await endAccess(trx, id, now)
  await trx.updateTable('users').set({ name, phone: null, phone_number: null }).where('id', '=', id).execute()
  const pictures = await replaceAvatar(trx, id, undefined, now)
  const removals: Removal[] = [async () => createUploads(deps, AVATAR_FOLDER).remove(pictures)]
  for (const part of parts) {
    const removal = await part.forgetTyped?.(trx, id)
    if (removal) removals.push(removal)
  }
  const facts = { before: { hasSecondFactor }, after: { hasSecondFactor: false } }
  await recordAudit(trx, { actor, action: 'account.cleared', subject: { kind: 'account', id }, ...facts })
  return removals
}

/** Returns undefined for staff and for confirmed accounts. */
export async function lockUnconfirmed(
  trx: Trx,
  email: string,
): Promise<{ id: string; name: string; email: string; hasPassword: boolean } | undefined> {
  const row = await trx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'password_hash'])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('email_confirmed_at', 'is', null)
    .where('role', '=', 'customer')
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row && { id: row.id, name: row.name, email: row.email, hasPassword: row.password_hash !== NO_PASSWORD }
}

/** Failures are logged, and cleaned up by the nightly job. */
export async function runRemovals(removals: readonly Removal[], log: FastifyBaseLogger): Promise<void> {
  for (const remove of removals) await remove().catch((error: unknown) => log.error({ err: error }, 'files not removed'))
}
