import { randomUUID } from 'node:crypto'
import { MAX_PASSKEYS } from '#shared/accounts/passkeys.ts'
import { errorCode, type Database, type Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { inPieces } from '#server/lib/sweeps.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { isUuid } from '#server/lib/uuids.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { passkeyMail, type PasskeyChange } from '#server/emails/passkey-changed.ts'
import { lockAccount } from '../commands.ts'
import { knownName, type OwnAccount } from '../queries.ts'
import { revokeOtherSessions } from '../sessions/commands.ts'
import { forgetDevices } from '../sessions/devices.ts'
import type { NewCredential } from './ceremonies.ts'
import type { FoundPasskey } from './queries.ts'

const OFFER_MS = 30 * 24 * 60 * 60 * 1000

type Owner = Pick<OwnAccount, 'id' | 'name' | 'email' | 'emailConfirmedAt'>

/** Returns false if the challenge has already been answered. */
export async function spendChallenge(trx: Trx, challenge: string, expiresAt: Date): Promise<boolean> {
  const spent = await trx
    .insertInto('spent_challenges')
    .values({ challenge_hash: hashToken(challenge), expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .executeTakeFirst()
  return spent.numInsertedOrUpdatedRows === 1n
}

/** Emails the owner. Returns the passkey's id. Throws 409 if there are too many, or if the device already has one. */
export async function addPasskey(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  owner: Owner,
  credential: NewCredential,
  name: string,
): Promise<string> {
  await lockAccount(trx, owner.id)
  const before = await countPasskeys(trx, owner.id)
  if (before >= MAX_PASSKEYS) throw tooManyPasskeys()
  const id = randomUUID()
  try {
    await trx
      .insertInto('passkeys')
      .values({
        id,
        credential_id: credential.credentialId,
        user_id: owner.id,
        public_key: credential.publicKey,
        sign_count: credential.signCount,
        transports: credential.transports,
        is_backed_up: credential.isBackedUp,
        name,
        created_at: deps.now(),
      })
      .execute()
  } catch (error) {
    throw errorCode(error) === '23505' ? new AppError('passkey_state', 'This device already has a passkey for your account.') : error
  }
  const facts = { before: { passkeys: before }, after: { passkeys: before + 1 } }
  await recordAudit(trx, { actor, action: 'passkey.added', subject: { kind: 'account', id: owner.id }, ...facts })
  await tellOwner(deps, trx, owner, 'added', name)
  return id
}

export function tooManyPasskeys(): AppError {
  return new AppError('passkey_state', `You can have up to ${MAX_PASSKEYS} passkeys. Remove one you no longer use.`)
}

async function countPasskeys(trx: Trx, userId: string): Promise<number> {
  const { count } = await trx
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

export async function renamePasskey(trx: Trx, userId: string, id: string, name: string): Promise<void> {
  if (!isUuid(id)) throw notFound('Passkey')
  const renamed = await trx.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
  if (renamed.numUpdatedRows !== 1n) throw notFound('Passkey')
}

/**
 * Removes one passkey and ends all other sessions, since whoever found the device may be signed in on it. Returns the
 * next device generation. Throws 404.
 */
export async function removePasskey(deps: Deps, trx: Trx, actor: Actor, owner: Owner, sessionId: string, id: string): Promise<number> {
  if (!isUuid(id)) throw notFound('Passkey')
  await lockAccount(trx, owner.id)
  const before = await countPasskeys(trx, owner.id)
  const removed = await trx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', owner.id).returning('name').executeTakeFirst()
  if (!removed) throw notFound('Passkey')
  await revokeOtherSessions(trx, { userId: owner.id, sessionId }, deps.now())
  const facts = { before: { passkeys: before }, after: { passkeys: before - 1 } }
  await recordAudit(trx, { actor, action: 'passkey.removed', subject: { kind: 'account', id: owner.id }, ...facts })
  await tellOwner(deps, trx, owner, 'removed', removed.name)
  return forgetDevices(trx, owner.id)
}

/** Also stops a passkey sign-in in progress. Returns the number removed. */
export async function removePasskeys(trx: Trx, userId: string): Promise<number> {
  const { numDeletedRows } = await trx.deleteFrom('passkeys').where('user_id', '=', userId).executeTakeFirst()
  if (numDeletedRows > 0n) await forgetDevices(trx, userId)
  return Number(numDeletedRows)
}

export async function resetPasskeys(deps: Deps, trx: Trx, owner: Owner): Promise<number> {
  const removed = await removePasskeys(trx, owner.id)
  if (removed > 0) await tellOwner(deps, trx, owner, 'reset')
  return removed
}

/**
 * Records the use of a passkey whose signature has been checked. `copied` means the counter did not grow, so a second
 * copy exists and the owner is told; `gone` means it has been removed in the meantime.
 */
export async function usePasskey(
  deps: Deps,
  trx: Trx,
  { id, account }: FoundPasskey,
  { signCount, isBackedUp }: { signCount: number; isBackedUp: boolean },
): Promise<'used' | 'copied' | 'gone'> {
  const used = await trx
    .updateTable('passkeys')
    .set({ sign_count: signCount, is_backed_up: isBackedUp, last_used_at: deps.now() })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('sign_count', '<', signCount), eb.and([eb('sign_count', '=', 0), eb.val(signCount === 0)])]))
    .executeTakeFirst()
  if (used.numUpdatedRows === 1n) return 'used'
  const kept = await trx.selectFrom('passkeys').select('name').where('id', '=', id).executeTakeFirst()
  if (!kept) return 'gone'
  await tellOwner(deps, trx, account, 'copied', kept.name)
  return 'copied'
}

export async function putOffPasskey(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx
    .updateTable('users')
    .set({ passkey_offer_at: new Date(now.getTime() + OFFER_MS) })
    .where('id', '=', userId)
    .execute()
}

export async function deleteSpentChallenges(db: Database, now: Date): Promise<void> {
  await inPieces(async (most) => {
    const old = db.selectFrom('spent_challenges').select('challenge_hash').where('expires_at', '<', now).orderBy('expires_at').limit(most)
    const { numDeletedRows } = await db.deleteFrom('spent_challenges').where('challenge_hash', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  })
}

async function tellOwner(deps: Deps, trx: Trx, owner: Owner, change: PasskeyChange, passkey?: string): Promise<void> {
  const facts = { name: knownName(owner), change, passkey: passkey ?? null, siteUrl: deps.origins.ofMails() }
  await queueMail(trx, deps.queue, passkeyMail(owner.email, facts))
}
