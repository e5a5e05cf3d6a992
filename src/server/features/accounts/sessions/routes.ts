import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  INVALID_CREDENTIALS,
  LOGIN_SUCCESSFUL,
  loginResponseSchema,
  loginBodySchema,
  messageResponseSchema,
  SIGNUP_SUCCESSFUL,
  signupBodySchema,
  type Account,
} from '#shared/accounts.ts'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError, unauthenticated } from '#server/lib/errors.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import { actorOf, recordAudit } from '#server/features/audit/commands.ts'
import { createAuditBounds } from '#server/features/audit/flows.ts'
import { createAccount } from '../commands.ts'
import { accountLimits } from '../limits.ts'
import { requestLink } from '../recovery/commands.ts'
import { hashPassword, verifyPassword } from '../passwords.ts'
import { findAccountByEmail } from '../queries.ts'
import { createSession, revokeHeldSession, rotateRefreshToken } from './commands.ts'
import { createRefusalRecorder } from './refusals.ts'

/** Sign-up, login, refresh and logout (specification §7; limits: decisions, "Sessions"). */
export function accountRoutes(app: App, { config, db, pool, auth, queue, now }: Deps): void {
  const { triesPerAccount, triesPerAddress, signUpsPerAddress } = accountLimits(pool, config)
  const auditBounds = createAuditBounds(pool)
  const recordRefusal = createRefusalRecorder({ db, pool })
  const login = {
    schema: { body: loginBodySchema, response: { 200: loginResponseSchema } },
    async errorHandler(error: unknown, request: FastifyRequest) {
      await recordRefusal(request, error)
      throw error
    },
  }

  app.post(calls.login, login, async (request, reply) => {
    const { email, password } = request.body
    // Counted before the password is looked at, or parallel guesses would slip past the limit together.
    await triesPerAddress.consume(networkOf(request.ip))
    const tries = auth.devices.find(request, email) ?? email.toLowerCase()
    await triesPerAccount.consume(tries)
    const found = await findAccountByEmail(db, email)
    if (!(await verifyPassword(found?.passwordHash, password)) || !found) {
      throw new AppError('invalid_credentials', INVALID_CREDENTIALS)
    }
    await triesPerAddress.forgive(networkOf(request.ip))
    await triesPerAccount.reset(tries)
    await startSession(request, reply, found.account)
    auth.devices.remember(reply, email)
    return { message: LOGIN_SUCCESSFUL, user: found.account }
  })

  app.post(calls.signup, { schema: { body: signupBodySchema, response: { 201: messageResponseSchema } } }, async (request, reply) => {
    await signUpsPerAddress.consume(networkOf(request.ip))
    const { name, email, password } = request.body
    const passwordHash = await hashPassword(password)
    await db.transaction().execute(async (trx) => {
      await createAccount(trx, { name, email, passwordHash })
      await requestLink(trx, queue, 'confirm', email)
    })
    return reply.code(201).send({ message: SIGNUP_SUCCESSFUL })
  })

  app.post(calls.refreshToken, { schema: { response: { 200: messageResponseSchema } } }, async (request, reply) => {
    const { refreshToken } = auth.held(request)
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

  /** Starts a session in the place of the one that the browser may still hold. */
  async function startSession(request: FastifyRequest, reply: FastifyReply, { id: userId, role }: Account): Promise<void> {
    // Anybody can sign up, and then sign in all day long.
    const isRecorded = role !== 'customer' || (await auditBounds.hasRoom(`sign-in:${userId}`))
    const { sessionId, refreshToken } = await db.transaction().execute(async (trx) => {
      await revokeHeldSession(trx, auth.held(request), now())
      const session = await createSession(trx, userId, request.headers['user-agent'], now())
      const subject = { kind: 'session', id: session.sessionId } as const
      if (isRecorded) await recordAudit(trx, { actor: actorOf(request, userId), action: 'session.signed_in', subject })
      return session
    })
    auth.setCookies(reply, auth.issueAccessToken({ userId, sessionId }), refreshToken)
  }
}
