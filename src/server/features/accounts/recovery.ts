import type { FastifyRequest } from 'fastify'
import * as calls from '#shared/accounts/calls.ts'
import { EMAIL_CHANGED } from '#shared/accounts/email-changes.ts'
import {
  isStaffRole,
  LINK_SPENT,
  MIN_PASSWORD_LENGTH,
  MIN_STAFF_PASSWORD_LENGTH,
  type ResetLinkResponse,
  SIGN_IN_TO_CONFIRM,
} from '#shared/accounts/public.ts'
import { passwordChangedMail } from '#server/emails/sign-in.ts'
import { type Actor, actorOf } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { refuseShared } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import type { Serving } from '#server/lib/serve.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { type Removal, runRemovals, startClean } from './clean-start.ts'
import { applyChange, dropOpenChanges } from './email-changes.ts'
import { accountLimits } from './limits.ts'
import { findLinkOwner, getLink, type LinkAllowance, type LinkOwner, type LinkPurpose, requestLink } from './links.ts'
import { type NewPassword, NO_PASSWORD, passwordColumns, prepareNewPassword, refuseWeak } from './passwords.ts'
import { findKnownDevice, forgetDevices, rememberDevice } from './sessions/devices.ts'
import { revokeAllSessions, revokeHeldSession } from './sessions/sessions.ts'
import { createTries } from './sessions/tries.ts'
import { knownName } from './users.ts'

/** Confirms an address that is not an account's. Returns whether the token belongs to a working link of this kind. */
export type ConfirmOther = (trx: Trx, token: string, now: Date) => Promise<boolean>

/** What emailed links do. `parts` is the other features' personal data. */
export function recoveryCalls({ flow }: Serving, deps: Deps, confirmOther: ConfirmOther, parts: readonly PersonalData[]): void {
  const { config, db, pool, auth, queue, now } = deps
  const limits = accountLimits(pool, config)
  const tries = createTries(deps)

  flow(calls.forgotPassword, async ({ request, body: { email } }) => {
    const asked = await countRequest(request, email)
    await db.transaction().execute((trx) => requestLink(trx, queue, 'reset', email, asked))
    return { message: 'If there is an account with this email, a link is on its way.' }
  })

  // Checked when the link is opened, so that no one thinks up a new password for a used one.
  flow(calls.checkResetLink, async ({ request, body: { token } }) => {
    await countUse(request, token)
    return { message: 'The link works', ...(await readResetLink(db, token, now())) }
  })

  flow(calls.resetPassword, async ({ request, reply, body: { token, password } }) => {
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

  flow(calls.confirmEmail, async ({ request, body: { token } }) => {
    await limits.linksPerAddress.consume(networkOf(request.ip))
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

/** Throws 410 `link_spent` when the link no longer works. */
async function getLinkOwner(db: Database, purpose: LinkPurpose, token: string, now: Date): Promise<string> {
  return (await getLink(db, purpose, token, now)).user_id
}

/** Throws 410 `link_spent` when the link no longer works. */
async function readResetLink(db: Database, token: string, now: Date): Promise<Omit<ResetLinkResponse, 'message'>> {
  const { email, role, password_hash } = await getLink(db, 'reset', token, now)
  const leastLength = isStaffRole(role) ? MIN_STAFF_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH
  return { email, leastLength, isFirst: password_hash === NO_PASSWORD }
}

/**
 * Marks the address as confirmed; opening the link again has the same result. Reading the email is not enough: someone
 * else may have signed up with the address, and their password must not become that of the owner's account. So the
 * reader must be signed in to the account (`userId`) or choose a password with the link. Throws 410 `link_spent` and 409
 * `sign_in_to_confirm`.
 */
async function confirmEmail(trx: Trx, token: string, now: Date, userId: string | undefined): Promise<void> {
  const link = await getLink(trx, 'confirm', token, now)
  if (link.email_confirmed_at) return
  if (link.user_id !== userId) throw new AppError('sign_in_to_confirm', SIGN_IN_TO_CONFIRM)
  await markEmailConfirmed(trx, link.user_id, now)
}

async function markEmailConfirmed(trx: Trx, userId: string, now: Date): Promise<void> {
  await trx.updateTable('users').set({ email_confirmed_at: now }).where('id', '=', userId).where('email_confirmed_at', 'is', null).execute()
}

interface ResetAccount extends LinkOwner {
  generation: number
  removals: Removal[]
}

/**
 * Sets the password with an emailed link, once: of several concurrent attempts, one succeeds. Ends all sessions and
 * other links, forgets all devices and emails the owner. An account whose address was unconfirmed is cleared first.
 * Throws 410 `link_spent`, and 400 for a password that staff may not have.
 */
async function resetPassword(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  { token, password }: { token: string; password: NewPassword },
  parts: readonly PersonalData[],
): Promise<ResetAccount> {
  const now = deps.now()
  const userId = await getLinkOwner(trx, 'reset', token, now)
  // The account is locked before the link, so that two links of one account used at once wait here instead of deadlocking.
  const account = await trx
    .selectFrom('users')
    .select(['name', 'email', 'role', 'password_hash', 'email_confirmed_at as emailConfirmedAt'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await getLinkOwner(trx, 'reset', token, now)
  refuseShared(userId, 'password')
  if (isStaffRole(account.role)) refuseWeak(password, 'password')
  const isFirst = account.password_hash === NO_PASSWORD
  // The account has a password, so the person who signed up with the address may not be its owner.
  const isCleared = !account.emailConfirmedAt && !isFirst
  const removals = isCleared ? await startClean(deps, trx, actor, { id: userId }, parts) : []
  await trx.updateTable('users').set(passwordColumns(password)).where('id', '=', userId).execute()
  await trx.deleteFrom('account_links').where('user_id', '=', userId).where('purpose', '!=', 'confirm').execute()
  await dropOpenChanges(trx, userId)
  // The person who reads the email owns the address.
  await markEmailConfirmed(trx, userId, now)
  await revokeAllSessions(trx, userId, now)
  const generation = await forgetDevices(trx, userId)
  // The name is used only if it was known before the link, since someone else may have signed up with the address.
  const facts = { name: knownName(account), isByLink: true, isFirst, isCleared, siteUrl: deps.origins.ofMails() }
  await queueMail(trx, deps.queue, passwordChangedMail(account.email, facts))
  // The actor is anonymous: the holder of the link is not signed in.
  await recordAudit(trx, { actor, action: 'password.reset', subject: { kind: 'account', id: userId } })
  return { id: userId, email: account.email, generation, removals }
}
