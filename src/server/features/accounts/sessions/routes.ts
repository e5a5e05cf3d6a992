import type { FastifyRequest } from 'fastify'
import {
  checkPasswordBodySchema,
  checkPasswordResponseSchema,
  INVALID_CREDENTIALS,
  LOGIN_SUCCESSFUL,
  loginResponseSchema,
  loginBodySchema,
  SIGNUP_SUCCESSFUL,
  signupBodySchema,
  TOO_MANY_SIGN_INS,
} from '#shared/accounts/public.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { calls, NO_COOKIES } from '#shared/paths.ts'
import { CODE_REQUIRED, WRONG_CODE } from '#shared/accounts/second-factors.ts'
import { isPrintedElsewhere } from '#server/lib/demo-accounts.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError, unauthenticated } from '#server/lib/errors.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import { findStaffSetup } from '#server/lib/staff-setup.ts'
import { isCommonPassword } from '../common-passwords.ts'
import { createAccount } from '../sign-up/commands.ts'
import { accountLimits } from '../limits.ts'
import { requestLink } from '../recovery/commands.ts'
import { prepareNewPassword, verifyPassword } from '../passwords.ts'
import { findAccountByEmail } from '../queries.ts'
import { spendCode } from '../second-factor/commands.ts'
import { revokeHeldSession, rotateRefreshToken } from './commands.ts'
import { createRefusalRecorder } from './refusals.ts'
import { codeCounterOf, rememberDevice } from './devices.ts'
import { createSessionStarter } from './starting.ts'
import { createTries } from './tries.ts'

/** Sign-up, login, refresh and logout (specification §7). */
export function accountRoutes(app: App, deps: Deps): void {
  const { config, db, pool, auth, queue, now } = deps
  const { signUpsPerAddress, codes, passwordQuestions } = accountLimits(pool, config)
  const tries = createTries(deps)
  const startSession = createSessionStarter(deps)
  const recordRefusal = createRefusalRecorder({ db, pool })
  const login = {
    schema: { body: loginBodySchema, response: { 200: loginResponseSchema } },
    async errorHandler(error: unknown, request: FastifyRequest) {
      await recordRefusal(request, error)
      throw isTooMany(error) ? new AppError('too_many_requests', TOO_MANY_SIGN_INS, error.details) : error
    },
  }

  app.post(calls.login, login, async (request, reply) => {
    const { email, password, code, emailedCode } = request.body
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
  })

  app.post(
    calls.checkPassword,
    { schema: { body: checkPasswordBodySchema, response: { 200: checkPasswordResponseSchema } } },
    async (request) => {
      await passwordQuestions.consume(networkOf(request.ip))
      return { isCommon: await isCommonPassword(request.body.password, request.body) }
    },
  )

  app.post(calls.signup, { schema: { body: signupBodySchema, response: { 201: messageResponseSchema } } }, async (request, reply) => {
    await signUpsPerAddress.consume(networkOf(request.ip))
    const { name, email, password } = request.body
    const prepared = await prepareNewPassword(password, { name, email })
    await db.transaction().execute(async (trx) => {
      await createAccount(trx, { name, email, password: prepared })
      await requestLink(trx, queue, 'confirm', email)
    })
    return reply.code(201).send({ message: SIGNUP_SUCCESSFUL })
  })

  app.post(calls.refreshToken, { schema: { response: { 200: messageResponseSchema } } }, async (request, reply) => {
    const { refreshToken } = auth.held(request)
    // So that the page can tell a browser that keeps no cookies from a session that has ended.
    if (!refreshToken) reply.header(NO_COOKIES, '1')
    const next = refreshToken && (await db.transaction().execute((trx) => rotateRefreshToken(trx, auth, refreshToken, now())))
    if (!next) {
      auth.clearCookies(reply)
      throw unauthenticated()
    }
    auth.setCookies(reply, auth.issueAccessToken(next), next.refreshToken)
    return { message: 'Token refreshed' }
  })

  app.post(calls.logout, { schema: { response: { 200: messageResponseSchema } } }, async (request, reply) => {
    await db.transaction().execute((trx) => revokeHeldSession(trx, auth.held(request), now()))
    auth.clearCookies(reply)
    return { message: 'Logout successful' }
  })

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
