import type { FastifyRequest } from 'fastify'
import * as calls from '#shared/accounts/passkey-calls.ts'
import { PASSKEY_NOT_CONFIRMED, type PasskeyResponse } from '#shared/accounts/passkeys.ts'
import type { Proof } from '#shared/accounts/proofs.ts'
import { isStaffRole } from '#shared/accounts/public.ts'
import { CODE_REQUIRED } from '#shared/accounts/second-factors.ts'
import type { SignInRefusal } from '#shared/audit/facts.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { createAuditBounds } from '#server/features/audit/flows.ts'
import { actorOf } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, unauthenticated } from '#server/lib/errors.ts'
import { endOfProof, listProofs, requireFreshProof } from '#server/lib/guards.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import type { Serving } from '#server/lib/serve.ts'
import { accountLimits } from './limits.ts'
import { acceptPasskey, proofPurpose } from './passkeys/answers.ts'
import { verifyPassword } from './passwords.ts'
import { spendCode, wrongCode } from './second-factor.ts'
import { codeCounterOf, findKnownDevice } from './sessions/devices.ts'
import { createTries } from './sessions/tries.ts'
import { getOwnAccount, wrongPassword, type OwnAccount } from './users.ts'

/** Makes up for the moment until the browser requests the file. */
const SPARE_MS = 30_000

const REFUSALS: Partial<Record<ErrorCode, SignInRefusal>> = {
  wrong_password: 'wrong_password',
  wrong_code: 'second_factor_wrong',
  wrong_passkey: 'wrong_passkey',
  too_many_requests: 'too_many_tries',
}

/** Calls that must not succeed with a stolen cookie alone require this first. */
export function identityCalls({ flow }: Serving, deps: Deps): void {
  const { config, db, pool, now } = deps
  const { codes, triesPerAddress } = accountLimits(pool, config)
  const tries = createTries(deps)
  const bounds = createAuditBounds(pool)

  flow(calls.getConfirmedIdentity, async ({ request }) => {
    const until = await requireFreshProof(request, deps, SPARE_MS)
    return { message: 'There’s nothing to confirm', confirmedUntil: until.toISOString() }
  })

  flow(calls.confirmIdentity, async ({ request, who, body: { password, code, passkey } }) => {
    const account = await getOwnAccount(db, who)
    refuseUnfit(await listProofs(db, who.userId), { password, code, passkey })
    const entry = { actor: actorOf(request, who), subject: { kind: 'session', id: who.sessionId } } as const
    try {
      if (password !== undefined) await proveByPassword(request, account, password)
      if (code !== undefined) await proveByCode(request, account, code)
      if (passkey !== undefined) await proveByPasskey(request, who, passkey)
    } catch (error) {
      const refusal = error instanceof AppError ? REFUSALS[error.code] : undefined
      const isRecorded = refusal && (await bounds.hasRoom(`identity-refused:${account.id}`))
      if (isRecorded) await recordAudit(db, { ...entry, action: 'identity.refused', after: { refusal } })
      throw error
    }
    // Otherwise anyone could sign up and fill the audit with confirmations.
    const isRecorded = isStaffRole(account.role) || (await bounds.hasRoom(`identity:${account.id}`))
    const provedAt = now()
    await db.transaction().execute(async (trx) => {
      await markProved(trx, who, provedAt)
      if (isRecorded) await recordAudit(trx, { ...entry, action: 'identity.confirmed' })
    })
    return { message: 'Identity confirmed', confirmedUntil: endOfProof(provedAt).toISOString() }
  })

  async function proveByPassword(request: FastifyRequest, account: OwnAccount, password: string): Promise<void> {
    const tried = await tries.count(request, account.email)
    if (!(await verifyPassword(account.passwordHash, password))) throw wrongPassword('password')
    await tried.forgiveNetwork()
    await tried.forget()
  }

  async function proveByCode(request: FastifyRequest, { id, email }: OwnAccount, code: string): Promise<void> {
    const counter = codeCounterOf(await findKnownDevice(deps, request, email), id)
    for (const limit of codes) await limit.consume(counter)
    if (!(await db.transaction().execute((trx) => spendCode(trx, deps, id, code)))) throw wrongCode()
    for (const limit of codes) await limit.reset(counter)
  }

  async function proveByPasskey(request: FastifyRequest, who: SignedIn, passkey: PasskeyResponse): Promise<void> {
    await triesPerAddress.consume(networkOf(request.ip))
    const { refusal } = await acceptPasskey(deps, request, passkey, proofPurpose(who), who.userId)
    if (refusal) throw new AppError('wrong_passkey', PASSKEY_NOT_CONFIRMED)
    await triesPerAddress.forgive(networkOf(request.ip))
  }
}

/** Throws 400 if none of the accepted proofs is given, before any other check. */
function refuseUnfit(proofs: readonly Proof[], given: Partial<Record<Proof, unknown>>): void {
  if (proofs.some((proof) => given[proof] !== undefined)) return
  const path = proofs.includes('code') ? 'code' : 'password'
  const message = path === 'code' ? CODE_REQUIRED : 'Please enter your password.'
  throw new AppError('validation_failed', message, { issues: [{ path, message }] })
}

/** Throws 401 if the session has ended. */
async function markProved(trx: Trx, { userId, sessionId }: SignedIn, now: Date): Promise<void> {
  const proved = await trx
    .updateTable('sessions')
    .set({ proved_at: now })
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (proved.numUpdatedRows !== 1n) throw unauthenticated()
}
