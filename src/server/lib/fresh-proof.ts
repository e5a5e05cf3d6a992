import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { PROOF_MINUTES, type Proof } from '#shared/accounts/proofs.ts'
import type { Database } from './db.ts'
import type { Deps } from './deps.ts'
import { AppError, unauthenticated } from './errors.ts'
import { isUuid } from './uuids.ts'

type Guarded = Pick<Deps, 'auth' | 'db' | 'now'>

const PROOF_MS = PROOF_MINUTES * 60_000

/**
 * Returns a hook for calls that must not succeed with a stolen cookie alone. It runs once the body has arrived, so that a proof that
 * expired meanwhile does not count. Throws 403 `confirm_identity` unless the user signed in or confirmed their identity within the last ten
 * minutes.
 */
export function freshProof(deps: Guarded): (request: FastifyRequest) => Promise<void> {
  return async (request) => void (await requireFreshProof(request, deps))
}

/** Returns when the proof expires. `spareMs` is how much longer it must remain valid. */
export async function requireFreshProof(request: FastifyRequest, { auth, db, now }: Guarded, spareMs = 0): Promise<Date> {
  const { userId, sessionId } = auth.require(request)
  const provedAt = isUuid(sessionId) ? await findProof(db, userId, sessionId) : undefined
  if (!provedAt) throw unauthenticated()
  const until = endOfProof(provedAt)
  if (until.getTime() - now().getTime() > spareMs) return until
  throw new AppError('confirm_identity', 'Please confirm it’s you.', { confirmWith: await listProofs(db, userId) })
}

export function endOfProof(provedAt: Date): Date {
  return new Date(provedAt.getTime() + PROOF_MS)
}

/**
 * Lists the ways in which an account's owner can confirm their identity. With a second factor the password is not one:
 * it may have been stolen along with the cookie, and would then give access to more than at sign-in.
 */
export async function listProofs(db: Database, userId: string): Promise<Proof[]> {
  const factor = await db
    .selectFrom('second_factors')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const passkey = await db.selectFrom('passkeys').select('id').where('user_id', '=', userId).executeTakeFirst()
  return [factor ? 'code' : 'password', ...(passkey ? ['passkey' as const] : [])]
}

async function findProof(db: Database, userId: string, sessionId: string): Promise<Date | undefined> {
  const session = await db
    .selectFrom('sessions')
    .select(sql<Date>`greatest(created_at, proved_at)`.as('provedAt'))
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return session?.provedAt
}
