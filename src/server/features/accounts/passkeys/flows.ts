import type { FastifyRequest } from 'fastify'
import type { SignInRefusal } from '#shared/audit.ts'
import type { PasskeyResponse } from '#shared/passkeys.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Deps } from '#server/lib/deps.ts'
import { findRelyingParty, readSignature, type RelyingParty } from './ceremonies.ts'
import { spendChallenge, usePasskey } from './commands.ts'
import { findPasskey, type FoundPasskey } from './queries.ts'

/** An answer confirms in this session that its account's owner is there, and does nothing else. */
export function proofPurpose({ userId, sessionId }: SignedIn): string {
  return `confirm:${userId}:${sessionId}`
}

/** Whose passkey has answered; with why it does not count, if it does not. */
export type PasskeyAnswer = { found: FoundPasskey; refusal?: undefined } | { found?: FoundPasskey; refusal: SignInRefusal }

/**
 * Checks what a device has answered, and takes it as used: once, and only for this purpose. `ownerId`: whose passkey it has to be;
 * missing while nobody is signed in, when it has to name its owner by itself.
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
    const use = await usePasskey(trx, deps, found, signed)
    if (use === 'used') return { found }
    return { found, refusal: use === 'copied' ? 'copied_passkey' : 'unknown_passkey' }
  })
}

/** Returns what the device has signed, and the question that it was asked; undefined when anything does not fit. */
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
