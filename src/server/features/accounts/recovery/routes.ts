import {
  forgotPasswordBodySchema,
  linkBodySchema,
  messageResponseSchema,
  resetLinkResponseSchema,
  resetPasswordBodySchema,
} from '#shared/accounts.ts'
import { EMAIL_CHANGED } from '#shared/email-changes.ts'
import { calls } from '#shared/paths.ts'
import type { Trx } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import { actorOf, recordAudit } from '#server/features/audit/commands.ts'
import { applyChange } from '../email-changes/commands.ts'
import { accountLimits } from '../limits.ts'
import { confirmEmail, getLinkOwner, readResetLink, requestLink, resetPassword } from './commands.ts'
import { prepareNewPassword } from '../passwords.ts'
import { revokeHeldSession } from '../sessions/commands.ts'

/** Confirms an address that is not an account's. Returns whether the token is of such a link, and the link works. */
type ConfirmOther = (trx: Trx, token: string, now: Date) => Promise<boolean>

/**
 * Resets forgotten passwords and confirms email addresses: endpoints open to all (decisions, "Answers"). `parts`: what the other
 * features know about people.
 */
export function recoveryRoutes(app: App, deps: Deps, confirmOther: ConfirmOther, parts: readonly PersonalData[]): void {
  const { config, db, pool, auth, queue, now } = deps
  const limits = accountLimits(pool, config)
  const answers = { response: { 200: messageResponseSchema } }

  app.post(calls.forgotPassword, { schema: { body: forgotPasswordBodySchema, ...answers } }, async (request) => {
    const { email } = request.body
    await limits.linksPerAddress.consume(networkOf(request.ip))
    const device = auth.devices.find(request, email)
    await limits.linkMails.consume(`reset:${device ?? email.toLowerCase()}`)
    await db.transaction().execute((trx) => requestLink(trx, queue, 'reset', email, device !== undefined))
    return { message: 'If there is an account with this email, a link is on its way.' }
  })

  // So that nobody thinks up a new password for a link that has been used.
  const linkSchema = { body: linkBodySchema, response: { 200: resetLinkResponseSchema } }
  app.post(calls.checkResetLink, { schema: linkSchema }, async (request) => {
    await limits.linksPerAddress.consume(networkOf(request.ip))
    return { message: 'The link works', ...(await readResetLink(db, request.body.token, now())) }
  })

  app.post(calls.resetPassword, { schema: { body: resetPasswordBodySchema, ...answers } }, async (request, reply) => {
    const { token, password } = request.body
    await limits.linksPerAddress.consume(networkOf(request.ip))
    // Before the costly hash.
    await getLinkOwner(db, 'reset', token, now())
    const prepared = await prepareNewPassword(password)
    const { email } = await db.transaction().execute(async (trx) => {
      const account = await resetPassword(trx, deps, token, prepared)
      // Whoever has the link is not signed in.
      await recordAudit(trx, { actor: actorOf(request, null), action: 'password.reset', subject: { kind: 'account', id: account.id } })
      return account
    })
    // Somebody locked out by wrong guesses may now sign in.
    await limits.triesPerAccount.reset(auth.devices.find(request, email) ?? email.toLowerCase())
    // Whoever is signed in here must sign in again: it may be another account, or this one, whose sessions have ended.
    await db.transaction().execute((trx) => revokeHeldSession(trx, auth.held(request), now()))
    auth.clearCookies(reply)
    return { message: 'Password changed' }
  })

  app.post(calls.confirmEmail, { schema: { body: linkBodySchema, ...answers } }, async (request) => {
    await limits.linksPerAddress.consume(networkOf(request.ip))
    const { token } = request.body
    return db.transaction().execute(async (trx) => {
      if (await applyChange(trx, deps, parts, actorOf(request, null), token)) return { message: EMAIL_CHANGED }
      if (!(await confirmOther(trx, token, now()))) await confirmEmail(trx, token, now())
      return { message: 'Email confirmed' }
    })
  })
}
