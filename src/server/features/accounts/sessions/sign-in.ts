import type { FastifyReply, FastifyRequest } from 'fastify'
import * as calls from '#shared/accounts/calls.ts'
import {
  INVALID_CREDENTIALS,
  isStaffRole,
  LOGIN_SUCCESSFUL,
  TOO_MANY_SIGN_INS,
  type Account,
  type LoginBody,
} from '#shared/accounts/public.ts'
import { CODE_REQUIRED, WRONG_CODE } from '#shared/accounts/second-factors.ts'
import type { AuditFacts, SignInRefusal } from '#shared/audit/facts.ts'
import type { ErrorCode } from '#shared/errors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { createAuditBounds } from '#server/features/audit/flows.ts'
import { actorOf } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import { isPrintedElsewhere } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { findStaffSetup } from '#server/lib/guards.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import type { Serving } from '#server/lib/serve.ts'
import { accountLimits } from '../limits.ts'
import { verifyPassword } from '../passwords.ts'
import { spendCode } from '../second-factor.ts'
import { findAccountByEmail, findAddressee } from '../users.ts'
import { codeCounterOf, rememberDevice } from './devices.ts'
import { createSession, revokeHeldSession } from './sessions.ts'
import { createTries } from './tries.ts'

/** Login (specification §7). */
export function signInCalls({ flow }: Serving, deps: Deps): void {
  const { config, db, pool } = deps
  const { codes } = accountLimits(pool, config)
  const tries = createTries(deps)
  const startSession = createSessionStarter(deps)
  const recordRefusal = createRefusalRecorder({ db, pool })

  flow(calls.logIn, async ({ request, reply, body }) => {
    try {
      return await logIn(request, reply, body)
    } catch (error) {
      await recordRefusal(request, body.email, error)
      throw isTooMany(error) ? new AppError('too_many_requests', TOO_MANY_SIGN_INS, error.details) : error
    }
  })

  async function logIn(request: FastifyRequest, reply: FastifyReply, { email, password, code, emailedCode }: LoginBody) {
    const tried = await tries.count(request, email, emailedCode)
    const found = await findAccountByEmail(db, email)
    if (!(await verifyPassword(found?.passwordHash, password)) || !found) {
      throw new AppError('invalid_credentials', INVALID_CREDENTIALS)
    }
    const { id } = found.account
    if (await isPrintedElsewhere(config, request, id, password)) throw new AppError('invalid_credentials', INVALID_CREDENTIALS)
    if (found.hasSecondFactor) {
      // The password was right and does not count, but earlier failures are not forgotten until the code is right too.
      await tried.forgive()
      if (code === undefined) await tried.forgiveNetwork()
      await requireCode(id, codeCounterOf(tried.device, id), code)
    }
    await tried.forgiveNetwork()
    await tried.forget()
    await startSession(request, reply, found.account, found.deviceGeneration)
    rememberDevice(deps, reply, email, { generation: found.deviceGeneration, before: tried.device })
    const { due } = await findStaffSetup(deps, id)
    return { message: LOGIN_SUCCESSFUL, user: found.account, ...(due.length > 0 && { dueSetup: due }) }
  }

  /**
   * Throws 401 `second_factor_required` without a code, or with a wrong one, which is reported at its field. `counter`
   * is the key under which the tries are counted, so that a stranger does not use up a known device's.
   */
  async function requireCode(userId: string, counter: string, code: string | undefined): Promise<void> {
    if (code === undefined) throw new AppError('second_factor_required', CODE_REQUIRED)
    for (const limit of codes) await limit.consume(counter)
    const spent = await db.transaction().execute((trx) => spendCode(trx, deps, userId, code))
    if (!spent) throw new AppError('second_factor_required', WRONG_CODE, { issues: [{ path: 'code', message: WRONG_CODE }] })
    for (const limit of codes) await limit.reset(counter)
  }
}

function isTooMany(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'too_many_requests'
}

type Needed = Pick<Deps, 'auth' | 'db' | 'now' | 'pool'>

/**
 * Returns a function that signs in a user who has proved their identity, replacing any session the browser still holds.
 * `generation` is the device generation when the proof was read. Throws 401 `invalid_credentials` if credentials have
 * changed since, so that a sign-in racing a new password leaves no session.
 */
export function createSessionStarter({ auth, db, now, pool }: Needed) {
  const auditBounds = createAuditBounds(pool)
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    { id: userId, role }: Account,
    generation: number,
    facts?: Pick<AuditFacts, 'way'>,
  ): Promise<void> => {
    // Otherwise anyone could sign up and fill the audit with sign-ins.
    const isRecorded = isStaffRole(role) || (await auditBounds.hasRoom(`sign-in:${userId}`))
    const { sessionId, refreshToken } = await db.transaction().execute(async (trx) => {
      await requireGeneration(trx, userId, generation)
      await revokeHeldSession(trx, auth.held(request), now())
      const session = await createSession(trx, userId, request.headers['user-agent'], now())
      const subject = { kind: 'session', id: session.sessionId } as const
      const actor = actorOf(request, { userId, sessionId: session.sessionId })
      if (isRecorded) await recordAudit(trx, { actor, action: 'session.signed_in', subject, ...(facts && { after: facts }) })
      return session
    })
    auth.setCookies(reply, auth.issueAccessToken({ userId, sessionId }), refreshToken)
  }
}

async function requireGeneration(trx: Trx, userId: string, generation: number): Promise<void> {
  const unchanged = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('device_generation', '=', generation)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (!unchanged) throw new AppError('invalid_credentials', INVALID_CREDENTIALS)
}

const REFUSALS: Partial<Record<ErrorCode, SignInRefusal>> = {
  invalid_credentials: 'wrong_password',
  too_many_requests: 'too_many_tries',
  second_factor_required: 'second_factor_missing',
}

/**
 * Returns a function that audits refused sign-ins: there is no actor, so the account tried is the subject. Errors that
 * are not refusals leave no entry. Staff accounts have their own allowance of entries, which a flood of guesses at other
 * accounts cannot use up.
 */
function createRefusalRecorder({ db, pool }: Pick<Deps, 'db' | 'pool'>) {
  const bounds = createAuditBounds(pool)
  return async (request: FastifyRequest, email: string, error: unknown): Promise<void> => {
    const refusal = error instanceof AppError ? REFUSALS[error.code] : undefined
    if (!refusal) return
    const account = await findAddressee(db, email)
    const group = account && isStaffRole(account.role) ? 'sign-ins-of-staff' : 'sign-ins'
    if (!(await bounds.hasRoomAmong(group, `sign-in-refused:${account?.id ?? networkOf(request.ip)}`))) return
    await recordAudit(db, {
      actor: actorOf(request, null),
      action: 'session.refused',
      subject: { kind: 'account', id: account?.id ?? null },
      after: { refusal: refusal === 'wrong_password' ? reasonFor(account) : isWrongCode(error) ? 'second_factor_wrong' : refusal },
    })
  }
}

/** A missing code yields the same error without issues; a wrong one is reported at its field. */
function isWrongCode(error: unknown): boolean {
  return error instanceof AppError && error.code === 'second_factor_required' && error.details.issues !== undefined
}

function reasonFor(account: { isDisabled: boolean } | undefined): SignInRefusal {
  if (!account) return 'unknown_account'
  return account.isDisabled ? 'disabled' : 'wrong_password'
}
