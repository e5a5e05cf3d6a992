import type { FastifyRequest } from 'fastify'
import {
  forgotPasswordBodySchema,
  LINK_SPENT,
  linkBodySchema,
  resetLinkResponseSchema,
  resetPasswordBodySchema,
} from '#shared/accounts/public.ts'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { EMAIL_CHANGED } from '#shared/accounts/email-changes.ts'
import { calls } from '#shared/paths.ts'
import type { Trx } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import { actorOf } from '#server/lib/actors.ts'
import { applyChange } from '../email-changes/commands.ts'
import { runRemovals } from '../clean-start/commands.ts'
import { accountLimits } from '../limits.ts'
import { prepareNewPassword } from '../passwords.ts'
import { revokeHeldSession } from '../sessions/commands.ts'
import { findKnownDevice, rememberDevice } from '../sessions/devices.ts'
import { createTries } from '../sessions/tries.ts'
import { confirmEmail, findLinkOwner, readResetLink, requestLink, resetPassword, type LinkAllowance } from './commands.ts'

/** Confirms an address that is not an account's. Returns whether the token belongs to a working link of this kind. */
type ConfirmOther = (trx: Trx, token: string, now: Date) => Promise<boolean>

/** Open to all. `parts` is the other features' personal data. */
export function recoveryRoutes(app: App, deps: Deps, confirmOther: ConfirmOther, parts: readonly PersonalData[]): void {
  const { config, db, pool, auth, queue, now } = deps
  const limits = accountLimits(pool, config)
  const tries = createTries(deps)
  const answers = { response: { 200: messageResponseSchema } }

  app.post(calls.forgotPassword, { schema: { body: forgotPasswordBodySchema, ...answers } }, async (request) => {
    const { email } = request.body
    const asked = await countRequest(request, email)
    await db.transaction().execute((trx) => requestLink(trx, queue, 'reset', email, asked))
    return { message: 'If there is an account with this email, a link is on its way.' }
  })

  // Checked when the link is opened, so that nobody thinks up a new password for a used one.
  const linkSchema = { body: linkBodySchema, response: { 200: resetLinkResponseSchema } }
  app.post(calls.checkResetLink, { schema: linkSchema }, async (request) => {
    await countUse(request, request.body.token)
    return { message: 'The link works', ...(await readResetLink(db, request.body.token, now())) }
  })

  app.post(calls.resetPassword, { schema: { body: resetPasswordBodySchema, ...answers } }, async (request, reply) => {
    const { token, password } = request.body
    const owner = await countUse(request, token)
    const before = await findKnownDevice(deps, request, owner.email)
    const reset = { token, password: await prepareNewPassword(password, owner) }
    const { email, generation, removals } = await db
      .transaction()
      .execute((trx) => resetPassword(deps, trx, actorOf(request, null), reset, parts))
    await runRemovals(removals, request.log)
    // Someone locked out by wrong guesses may now sign in, particularly on the device that opened the link.
    await tries.forgetAll(request, email)
    rememberDevice(deps, reply, email, { generation, hasSignedIn: before?.hasSignedIn === true })
    // A session here may belong to another account, or to this one, whose sessions have ended, so sign in again.
    await db.transaction().execute((trx) => revokeHeldSession(trx, auth.held(request), now()))
    auth.clearCookies(reply)
    return { message: 'Password changed' }
  })

  app.post(calls.confirmEmail, { schema: { body: linkBodySchema, ...answers } }, async (request) => {
    await limits.linksPerAddress.consume(networkOf(request.ip))
    const { token } = request.body
    const changed = await db.transaction().execute(async (trx) => {
      const change = await applyChange(deps, trx, parts, actorOf(request, null), token)
      if (change) return change
      if (!(await confirmOther(trx, token, now()))) await confirmEmail(trx, token, now(), auth.identify(request)?.userId)
      return undefined
    })
    await changed?.cleanUp()
    return { message: changed ? EMAIL_CHANGED : 'Email confirmed' }
  })

  /**
   * Counts a request for a link. A known device's first of the day is never limited, and its later ones only by its own
   * requests; all others count for their network, and for the address from that network. Of these, the first of an hour
   * is not limited any further, and the first of each network in a day has an allowance of its own.
   */
  async function countRequest(request: FastifyRequest, email: string): Promise<LinkAllowance> {
    const address = email.toLowerCase()
    const device = await findKnownDevice(deps, request, address)
    if (!device) {
      const network = networkOf(request.ip)
      await limits.linksPerAddress.consume(network)
      await limits.linkMails.consume(`reset:${network} ${address}`)
      await limits.linkMailsADay.consume(`${network} ${address}`)
      if (await limits.hourlyLink.hasRoom(address)) return { isFirst: true }
      return { isNetworks: await limits.networkLink.hasRoom(`${network} ${address}`) }
    }
    if (await limits.firstLink.hasRoom(address)) {
      await limits.linkMails.hasRoom(`reset:${device.name}`)
      return { isOwners: true, isFirst: true }
    }
    await limits.linkMails.consume(`reset:${device.name}`)
    return { isOwners: true }
  }

  /** Counts a use of a link for its owner, or a guess for its network. Throws 410 `link_spent` if the link no longer works. */
  async function countUse(request: FastifyRequest, token: string): Promise<{ id: string; email: string; name: string }> {
    const owner = await findLinkOwner(db, 'reset', token, now())
    if (owner) await limits.linkUses.consume(owner.id)
    else await limits.linksPerAddress.consume(networkOf(request.ip))
    if (!owner) throw new AppError('link_spent', LINK_SPENT)
    return owner
  }
}
