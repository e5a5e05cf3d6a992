import type { FastifyRequest } from 'fastify'
import { isStaffRole } from '#shared/accounts/public.ts'
import type { SignInRefusal } from '#shared/audit/facts.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { confirmedIdentitySchema, confirmIdentityBodySchema } from '#shared/accounts/identity.ts'
import { PASSKEY_NOT_CONFIRMED, type PasskeyResponse } from '#shared/accounts/passkeys.ts'
import { calls } from '#shared/paths.ts'
import type { Proof } from '#shared/accounts/proofs.ts'
import { CODE_REQUIRED } from '#shared/accounts/second-factors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { endOfProof, listProofs, requireFreshProof } from '#server/lib/fresh-proof.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import { actorOf } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { createAuditBounds } from '#server/features/audit/flows.ts'
import { wrongPassword } from '../commands.ts'
import { accountLimits } from '../limits.ts'
import { acceptPasskey, proofPurpose } from '../passkeys/flows.ts'
import { verifyPassword } from '../passwords.ts'
import { getOwnAccount, type OwnAccount } from '../queries.ts'
import { spendCode, wrongCode } from '../second-factor/commands.ts'
import { codeCounterOf, findKnownDevice } from '../sessions/devices.ts'
import { createTries } from '../sessions/tries.ts'
import { markProved } from './commands.ts'

/** Makes up for the moment until the browser requests the file. */
const SPARE_MS = 30_000

const REFUSALS: Partial<Record<ErrorCode, SignInRefusal>> = {
  wrong_password: 'wrong_password',
  wrong_code: 'second_factor_wrong',
  wrong_passkey: 'wrong_passkey',
  too_many_requests: 'too_many_tries',
}

/** Calls that must not succeed with a stolen cookie alone require this first. Runs behind `addSessionGuard`. */
export function identityRoutes(app: App, deps: Deps): void {
  const { config, db, pool, auth, now } = deps
  const { codes, triesPerAddress } = accountLimits(pool, config)
  const tries = createTries(deps)
  const bounds = createAuditBounds(pool)
  const answers = { response: { 200: confirmedIdentitySchema } }

  app.get(calls.confirmIdentity, { schema: answers }, async (request) => {
    const until = await requireFreshProof(request, deps, SPARE_MS)
    return { message: 'There’s nothing to confirm', confirmedUntil: until.toISOString() }
  })

  app.post(calls.confirmIdentity, { schema: { body: confirmIdentityBodySchema, ...answers } }, async (request) => {
    const who = auth.require(request)
    const account = await getOwnAccount(db, who)
    const { password, code, passkey } = request.body
    refuseUnfit(await listProofs(db, who.userId), { password, code, passkey })
    const entry = { actor: actorOf(request, who), subject: { kind: 'session', id: who.sessionId } } as const
    try {
      if (password !== undefined) await requirePassword(request, account, password)
      if (code !== undefined) await requireCode(request, account, code)
      if (passkey !== undefined) await requirePasskey(request, who, passkey)
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

  async function requirePassword(request: FastifyRequest, account: OwnAccount, password: string): Promise<void> {
    const tried = await tries.count(request, account.email)
    if (!(await verifyPassword(account.passwordHash, password))) throw wrongPassword('password')
    await tried.forgiveNetwork()
    await tried.forget()
  }

  async function requireCode(request: FastifyRequest, { id, email }: OwnAccount, code: string): Promise<void> {
    const counter = codeCounterOf(await findKnownDevice(deps, request, email), id)
    for (const limit of codes) await limit.consume(counter)
    if (!(await db.transaction().execute((trx) => spendCode(trx, deps, id, code)))) throw wrongCode()
    for (const limit of codes) await limit.reset(counter)
  }

  async function requirePasskey(request: FastifyRequest, who: SignedIn, passkey: PasskeyResponse): Promise<void> {
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
