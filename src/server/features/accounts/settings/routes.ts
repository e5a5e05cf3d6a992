import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts.ts'
import { accountSessionSchema, changePasswordBodySchema, updateAccountBodySchema } from '#shared/account-settings.ts'
import { ownAccountSchema, type OwnAccountResponse } from '#shared/own-accounts.ts'
import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { changePassword, rename, wrongPassword } from '../commands.ts'
import { deviceName } from '../sessions/device-names.ts'
import { accountLimits } from '../limits.ts'
import { requestLink } from '../recovery/commands.ts'
import { prepareNewPassword, verifyPassword } from '../passwords.ts'
import { getOwnAccount, type OwnAccount } from '../queries.ts'
import { revokeOtherSessions, revokeOwnSession } from '../sessions/commands.ts'
import { listSessions } from '../sessions/queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** Name, password, confirmation and sessions of one's own account, beyond specification §7. Behind `addSessionGuard`. */
export function settingsRoutes(app: App, deps: Deps): void {
  const { config, db, pool, auth, queue, now } = deps
  const limits = accountLimits(pool, config)
  const messages = { response: { 200: messageResponseSchema } }

  app.get(calls.account, { schema: { response: { 200: ownAccountSchema } } }, async (request) => {
    return toResponse(await getOwnAccount(db, auth.require(request)))
  })

  app.put(calls.account, { schema: { body: updateAccountBodySchema, response: { 200: ownAccountSchema } } }, async (request) => {
    const who = auth.require(request)
    const { name } = request.body
    if (name) await db.transaction().execute((trx) => rename(trx, who.userId, name))
    return toResponse(await getOwnAccount(db, who))
  })

  app.post(calls.accountPassword, { schema: { body: changePasswordBodySchema, ...messages } }, async (request) => {
    const who = auth.require(request)
    const { currentPassword, newPassword } = request.body
    // Counted before the password is looked at, or parallel guesses would slip past the limit together.
    await limits.passwordChecks.consume(who.userId)
    const account = await getOwnAccount(db, who)
    if (!(await verifyPassword(account.passwordHash, currentPassword))) throw wrongPassword('currentPassword')
    const prepared = await prepareNewPassword(newPassword)
    await db.transaction().execute((trx) => changePassword(trx, deps, who, account, prepared))
    await limits.passwordChecks.reset(who.userId)
    return { message: 'Password changed' }
  })

  app.post(calls.resendConfirmation, { schema: messages }, async (request) => {
    const account = await getOwnAccount(db, auth.require(request))
    if (account.emailConfirmedAt) return { message: 'Your email address is confirmed' }
    await limits.linkMails.consume(`confirm:${account.id}`)
    await db.transaction().execute((trx) => requestLink(trx, queue, 'confirm', account.email))
    return { message: 'The link is on its way' }
  })

  app.get(calls.accountSessions, { schema: { response: { 200: z.array(accountSessionSchema) } } }, async (request) => {
    const { userId, sessionId } = auth.require(request)
    const rows = await listSessions(db, userId, now())
    return rows.map((row) => ({
      id: row.id,
      device: deviceName(row.user_agent),
      signedInAt: row.created_at.toISOString(),
      lastActiveAt: row.last_active_at.toISOString(),
      isCurrent: row.id === sessionId,
    }))
  })

  app.delete(calls.accountSessions, { schema: messages }, async (request) => {
    const who = auth.require(request)
    await db.transaction().execute((trx) => revokeOtherSessions(trx, who, now()))
    return { message: 'All other devices are signed out' }
  })

  app.delete(calls.accountSession(':id'), { schema: { params: paramsSchema, ...messages } }, async (request) => {
    const { userId } = auth.require(request)
    const isOwn = await db.transaction().execute((trx) => revokeOwnSession(trx, userId, request.params.id, now()))
    if (!isOwn) throw notFound('Session')
    return { message: 'Signed out' }
  })
}

/** Returns the response that describes an account to its owner. */
export function toResponse(account: OwnAccount): OwnAccountResponse {
  const { id, name, email, profileImage, role } = account
  return { user: { id, name, email, profileImage, role }, isEmailConfirmed: account.emailConfirmedAt !== null }
}
