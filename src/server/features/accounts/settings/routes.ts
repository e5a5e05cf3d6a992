import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { accountSessionSchema, changePasswordBodySchema, updateAccountBodySchema } from '#shared/accounts/settings.ts'
import { ownAccountSchema, type OwnAccountResponse } from '#shared/accounts/own-account.ts'
import { calls } from '#shared/paths.ts'
import { actAs } from '#server/lib/actors.ts'
import { refuseShared } from '#server/lib/demo-accounts.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { readPhone } from '#server/lib/phones.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import { rename, setPhone, wrongPassword } from '../commands.ts'
import { changePassword } from '../password-changes/commands.ts'
import { deviceName } from '../sessions/device-names.ts'
import { accountLimits } from '../limits.ts'
import { requestLink } from '../recovery/commands.ts'
import { prepareNewPassword, verifyPassword } from '../passwords.ts'
import { getOwnAccount, type OwnAccount } from '../queries.ts'
import { revokeOtherSessions, revokeOwnSession } from '../sessions/commands.ts'
import { rememberDevice } from '../sessions/devices.ts'
import { listSessions } from '../sessions/queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** Beyond specification §7. Runs behind `addSessionGuard`. */
export function settingsRoutes(app: App, deps: Deps): void {
  const { config, db, pool, auth, queue, now } = deps
  const limits = accountLimits(pool, config)
  const messages = { response: { 200: messageResponseSchema } }

  app.get(calls.account, { schema: { response: { 200: ownAccountSchema } } }, async (request) => {
    return toResponse(await getOwnAccount(db, auth.require(request)))
  })

  app.put(calls.account, { schema: { body: updateAccountBodySchema, response: { 200: ownAccountSchema } } }, async (request) => {
    const who = auth.require(request)
    const { name, phone } = request.body
    const columns = phone === undefined ? undefined : readPhone(phone)
    await actAs(db, who, async (trx) => {
      if (name) await rename(trx, who.userId, name)
      if (columns) await setPhone(trx, who.userId, columns)
    })
    return toResponse(await getOwnAccount(db, who))
  })

  app.post(calls.accountPassword, { schema: { body: changePasswordBodySchema, ...messages } }, async (request, reply) => {
    const who = auth.require(request)
    const { currentPassword, newPassword } = request.body
    refuseShared(who.userId, 'password')
    // Counted before the password is checked, or concurrent guesses would slip past the limit together.
    await limits.passwordChecks.consume(who.userId)
    const account = await getOwnAccount(db, who)
    if (!(await verifyPassword(account.passwordHash, currentPassword))) throw wrongPassword('currentPassword')
    const prepared = await prepareNewPassword(newPassword, account)
    const generation = await actAs(db, who, async (trx) => changePassword(deps, trx, who, account, prepared))
    rememberDevice(deps, reply, account.email, { generation })
    await limits.passwordChecks.reset(who.userId)
    return { message: 'Password changed' }
  })

  app.post(calls.resendConfirmation, { schema: messages }, async (request) => {
    const account = await getOwnAccount(db, auth.require(request))
    if (account.emailConfirmedAt) return { message: 'Your email address is confirmed' }
    await limits.linkMails.consume(`confirm:${account.id}`)
    await limits.linkMailsADay.consume(`${networkOf(request.ip)} ${account.email.toLowerCase()}`)
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
    await actAs(db, who, async (trx) => revokeOtherSessions(trx, who, now()))
    return { message: 'All other devices are signed out' }
  })

  app.delete(calls.accountSession(':id'), { schema: { params: paramsSchema, ...messages } }, async (request) => {
    const who = auth.require(request)
    const isOwn = await actAs(db, who, async (trx) => revokeOwnSession(trx, who.userId, request.params.id, now()))
    if (!isOwn) throw notFound('Session')
    return { message: 'Signed out' }
  })
}

export function toResponse(account: OwnAccount): OwnAccountResponse {
  const { id, name, email, profileImage, role, phone } = account
  return { user: { id, name, email, profileImage, role }, isEmailConfirmed: account.emailConfirmedAt !== null, phone }
}
