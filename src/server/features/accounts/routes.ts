import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  INVALID_CREDENTIALS,
  LOGIN_SUCCESSFUL,
  loginAnswerSchema,
  loginBodySchema,
  messageAnswerSchema,
  SIGNUP_SUCCESSFUL,
  signupBodySchema,
} from '#shared/accounts.ts'
import { calls } from '#shared/paths.ts'
import { REFRESH_COOKIE } from '#server/lib/auth.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { createRateLimit, networkOf } from '#server/lib/rate-limits.ts'
import { createAccount, createSession, revokeSessionOfToken, rotateRefreshToken } from './commands.ts'
import { verifyPassword } from './passwords.ts'
import { findAccountByEmail } from './queries.ts'

const QUARTER_HOUR = 15 * 60

/** Sign-up, login, refresh and logout (specification §7; limits: decisions, "Sessions"). */
export function accountRoutes(app: App, { config, db, pool, auth, now }: Deps): void {
  const triesPerAccount = createRateLimit(pool, 'login-account', config.SIGN_IN_TRIES_PER_ACCOUNT, QUARTER_HOUR)
  const triesPerAddress = createRateLimit(pool, 'login-address', config.SIGN_IN_TRIES_PER_ADDRESS, QUARTER_HOUR)
  const signUpsPerAddress = createRateLimit(pool, 'signup', config.SIGN_UPS_PER_ADDRESS, QUARTER_HOUR)

  app.post(calls.login, { schema: { body: loginBodySchema, response: { 200: loginAnswerSchema } } }, async (request, reply) => {
    const { email, password } = request.body
    // Counted before the password is looked at, or parallel guesses would slip past the limit together.
    await triesPerAddress.consume(networkOf(request.ip))
    await triesPerAccount.consume(email.toLowerCase())
    const found = await findAccountByEmail(db, email)
    if (!(await verifyPassword(found?.passwordHash, password)) || !found) {
      throw new AppError('invalid_credentials', INVALID_CREDENTIALS)
    }
    await triesPerAddress.forgive(networkOf(request.ip))
    await triesPerAccount.reset(email.toLowerCase())
    await startSession(request, reply, found.account.id)
    return { message: LOGIN_SUCCESSFUL, user: found.account }
  })

  app.post(calls.signup, { schema: { body: signupBodySchema, response: { 201: messageAnswerSchema } } }, async (request, reply) => {
    await signUpsPerAddress.consume(networkOf(request.ip))
    await createAccount(db, request.body)
    return reply.code(201).send({ message: SIGNUP_SUCCESSFUL })
  })

  app.post(calls.refreshToken, { schema: { response: { 200: messageAnswerSchema } } }, async (request, reply) => {
    const token = request.cookies[REFRESH_COOKIE]
    const next = token && (await db.transaction().execute((trx) => rotateRefreshToken(trx, token, now())))
    if (!next) {
      auth.clearCookies(reply)
      throw new AppError('unauthenticated', 'Please log in to continue.')
    }
    auth.setCookies(reply, auth.issueAccessToken(next), next.refreshToken)
    return { message: 'Token refreshed' }
  })

  app.post(calls.logout, { schema: { response: { 200: messageAnswerSchema } } }, async (request, reply) => {
    const token = request.cookies[REFRESH_COOKIE]
    if (token) await db.transaction().execute((trx) => revokeSessionOfToken(trx, token, now()))
    auth.clearCookies(reply)
    return { message: 'Logout successful' }
  })

  async function startSession(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void> {
    const { sessionId, refreshToken } = await db
      .transaction()
      .execute((trx) => createSession(trx, userId, request.headers['user-agent'], now()))
    auth.setCookies(reply, auth.issueAccessToken({ userId, sessionId }), refreshToken)
  }
}
