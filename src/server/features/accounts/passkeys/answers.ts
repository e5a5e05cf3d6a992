import type { FastifyRequest } from 'fastify'
import type { PasskeyResponse } from '#shared/accounts/passkeys.ts'
import type { Account } from '#shared/accounts/public.ts'
import type { SignInRefusal } from '#shared/audit/facts.ts'
import { passkeyMail, type PasskeyChange } from '#server/emails/sign-in.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { hashToken } from '#server/lib/secrets.ts'
import { inPieces } from '#server/lib/sweeps.ts'
import { knownName, type OwnAccount } from '../users.ts'
import { findRelyingParty, readSignature, type RelyingParty } from './ceremonies.ts'

/** An answer for this purpose can only confirm the owner's presence in this session. */
export function proofPurpose({ userId, sessionId }: SignedIn): string {
  return `confirm:${userId}:${sessionId}`
}

export type PasskeyAnswer = { found: FoundPasskey; refusal?: undefined } | { found?: FoundPasskey; refusal: SignInRefusal }

/**
 * Checks a device's answer and records its use, once and only for this purpose. `ownerId` is the required owner of the
 * passkey; it is absent at sign-in, where the passkey itself identifies the owner.
 */
export async function acceptPasskey(
  deps: Deps,
  request: FastifyRequest,
  passkey: PasskeyResponse,
  purpose: string,
  ownerId?: string,
): Promise<PasskeyAnswer> {
  const party = findRelyingParty(deps.origins.ofPages(request))
  const found = await findPasskey(deps.db, Buffer.from(passkey.id, 'base64url'))
  if (!party || !found) return { refusal: 'unknown_passkey' }
  const named = passkey.response.userHandle && Buffer.from(passkey.response.userHandle, 'base64url').toString()
  const { id } = found.account
  if ((named ?? ownerId) !== id || (ownerId ?? id) !== id) return { found, refusal: 'wrong_passkey' }
  const signed = await readAnswer(deps, party, passkey, found, purpose)
  if (!signed) return { found, refusal: 'wrong_passkey' }
  return deps.db.transaction().execute(async (trx) => {
    if (!(await spendChallenge(trx, signed.challenge, signed.endsAt))) return { found, refusal: 'wrong_passkey' }
    const use = await usePasskey(deps, trx, found, signed)
    if (use === 'used') return { found }
    return { found, refusal: use === 'copied' ? 'copied_passkey' : 'unknown_passkey' }
  })
}

async function readAnswer(
  { challenges }: Pick<Deps, 'challenges'>,
  party: RelyingParty,
  passkey: PasskeyResponse,
  { publicKey }: FoundPasskey,
  purpose: string,
) {
  const { question, isOurs } = questionFor(challenges, purpose)
  const signed = await readSignature(party, passkey, publicKey, isOurs)
  const asked = question()
  return signed && asked && { ...signed, ...asked }
}

/** Tells a library whether a challenge is ours, and afterwards which one it asked about. */
export function questionFor(challenges: Deps['challenges'], purpose: string) {
  let asked: { challenge: string; endsAt: Date } | undefined
  return {
    question: () => asked,
    isOurs(challenge: string): boolean {
      const endsAt = challenges.findEnd(challenge, purpose)
      if (endsAt) asked ??= { challenge, endsAt }
      return endsAt !== undefined
    },
  }
}

interface FoundPasskey {
  id: string
  publicKey: Buffer
  account: Account & { emailConfirmedAt: Date | null }
  deviceGeneration: number
}

/** Returns the passkey with its owner, or undefined unless the owner is staff and may sign in. */
async function findPasskey(db: Database, credentialId: Buffer): Promise<FoundPasskey | undefined> {
  const row = await db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .select([
      'passkeys.id',
      'public_key',
      'user_id',
      'users.name',
      'email',
      'profile_image',
      'role',
      'email_confirmed_at',
      'device_generation',
    ])
    .where('credential_id', '=', credentialId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('role', '!=', 'customer')
    .executeTakeFirst()
  if (!row) return undefined
  const { user_id: id, name, email, profile_image: profileImage, role, email_confirmed_at: emailConfirmedAt } = row
  const account = { id, name, email, profileImage, role, emailConfirmedAt }
  return { id: row.id, publicKey: row.public_key, account, deviceGeneration: row.device_generation }
}

export type Owner = Pick<OwnAccount, 'id' | 'name' | 'email' | 'emailConfirmedAt'>

/** Returns false if the challenge has already been answered. */
export async function spendChallenge(trx: Trx, challenge: string, expiresAt: Date): Promise<boolean> {
  const spent = await trx
    .insertInto('spent_challenges')
    .values({ challenge_hash: hashToken(challenge), expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .executeTakeFirst()
  return spent.numInsertedOrUpdatedRows === 1n
}

/**
 * Records the use of a passkey whose signature has been checked. `copied` means the counter did not grow, so a second
 * copy exists and the owner is told; `gone` means it has been removed in the meantime.
 */
async function usePasskey(
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
  await notifyOwner(deps, trx, account, 'copied', kept.name)
  return 'copied'
}

export async function deleteSpentChallenges(db: Database, now: Date): Promise<void> {
  await inPieces(async (most) => {
    const old = db.selectFrom('spent_challenges').select('challenge_hash').where('expires_at', '<', now).orderBy('expires_at').limit(most)
    const { numDeletedRows } = await db.deleteFrom('spent_challenges').where('challenge_hash', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  })
}

export async function notifyOwner(deps: Deps, trx: Trx, owner: Owner, change: PasskeyChange, passkey?: string): Promise<void> {
  const facts = { name: knownName(owner), change, passkey: passkey ?? null, siteUrl: deps.origins.ofMails() }
  await queueMail(trx, deps.queue, passkeyMail(owner.email, facts))
}
