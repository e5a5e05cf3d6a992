import type { FastifyRequest } from 'fastify'
import type { SignInRefusal } from '#shared/audit/facts.ts'
import type { PasskeyResponse } from '#shared/accounts/passkeys.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Deps } from '#server/lib/deps.ts'
import { findRelyingParty, readSignature, type RelyingParty } from './ceremonies.ts'
import { spendChallenge, usePasskey } from './commands.ts'
import { findPasskey, type FoundPasskey } from './queries.ts'

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
  const questions: { challenge: string; endsAt: Date }[] = []
  const signed = await readSignature(party, passkey, publicKey, (challenge) => {
    const endsAt = challenges.findEnd(challenge, purpose)
    if (endsAt) questions.push({ challenge, endsAt })
    return endsAt !== undefined
  })
  const [question] = questions
  return signed && question && { ...signed, ...question }
}
