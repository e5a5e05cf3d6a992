import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import * as calls from '#shared/accounts/calls.ts'
import { SAME_EMAIL } from '#shared/accounts/email-changes.ts'
import { LINK_SPENT } from '#shared/accounts/public.ts'
import { CODE_REQUIRED } from '#shared/accounts/second-factors.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { DAY_MS, daysBefore } from '#shared/dates.ts'
import { pageHref, pages } from '#shared/pages.ts'
import { emailChangeMail, emailChangingMail } from '#server/emails/accounts.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { actAs, actorOf, type Actor } from '#server/lib/actors.ts'
import { errorCode, type Database, type Trx } from '#server/lib/db.ts'
import { refuseShared } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { maskedAddress, noEmailAddress } from '#server/lib/email-addresses.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueCappedMail, queueMail } from '#server/lib/mail-outbox.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import { networkOf } from '#server/lib/rate-limits.ts'
import { createToken, hashToken } from '#server/lib/secrets.ts'
import type { Serving } from '#server/lib/serve.ts'
import { inPieces } from '#server/lib/sweeps.ts'
import { lockUnconfirmed, runRemovals, startClean, type Removal } from './clean-start.ts'
import { accountLimits } from './limits.ts'
import { requestLink } from './links.ts'
import { NO_PASSWORD } from './passwords.ts'
import { describeFactor, spendCode, wrongCode } from './second-factor.ts'
import { forgetDevices } from './sessions/devices.ts'
import { revokeAllSessions, revokeOtherSessions } from './sessions/sessions.ts'
import { emailTaken, knownName, requirePassword } from './users.ts'

/** Requests a new address, and undoes the change for the owner of the old one. `parts` is the other features' personal data. */
export function emailChangeCalls({ flow }: Serving, deps: Deps, parts: readonly PersonalData[]): void {
  const { config, db, pool, queue, now } = deps
  const limits = accountLimits(pool, config)

  flow(securityCalls.changeEmail, async ({ request, who, body: { email, password, code = '' } }) => {
    const account = await requirePassword(db, limits.passwordChecks, who, password)
    refuseShared(who.userId, 'address')
    if (email.toLowerCase() === account.email.toLowerCase()) throw refused('email', SAME_EMAIL)
    const { isOn: needsCode } = await describeFactor(deps, account)
    if (needsCode && code === '') throw refused('code', CODE_REQUIRED)
    if (needsCode) await limits.codeChecks.consume(who.userId)
    await limits.linkMails.consume(`change:${who.userId}`)
    await limits.linkMailsADay.consume(`${networkOf(request.ip)} ${email.toLowerCase()}`)
    await actAs(db, who, async (trx) => {
      if (needsCode && !(await spendCode(trx, deps, who.userId, code))) throw wrongCode()
      await queue.enqueue(trx, CHANGE_EMAIL_JOB, { id: randomUUID(), userId: who.userId, sessionId: who.sessionId, email })
      const subject = { kind: 'account', id: who.userId } as const
      await recordAudit(trx, { actor: actorOf(request, who), action: 'email.change_asked', subject })
    })
    if (needsCode) await limits.codeChecks.reset(who.userId)
    return { message: 'If the address can be used, a link is on its way to it.' }
  })

  flow(calls.objectToEmail, async ({ request, body: { token } }) => {
    await limits.linksPerAddress.consume(networkOf(request.ip))
    await db.transaction().execute(async (trx) => {
      const { email } = await undoChange(trx, parts, actorOf(request, null), token, now())
      await requestLink(trx, queue, 'reset', email, { isOwners: true, isFirst: true })
    })
    return { message: 'Your email address hasn’t changed' }
  })
}

function refused(path: 'email' | 'code', message: string): AppError {
  return new AppError('validation_failed', message, { issues: [{ path, message }] })
}

export const CHANGE_EMAIL_JOB = 'accounts.change-email'

export const changeJobSchema = z.object({ id: z.string(), userId: z.string(), sessionId: z.string(), email: z.string() })

type ChangeRequest = z.infer<typeof changeJobSchema>

async function lockUser(trx: Trx, userId: string) {
  return trx
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_confirmed_at as emailConfirmedAt'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
}

/**
 * Handles a request for another address, once even if the job is repeated: the new address gets the link, unless it
 * belongs to another account, and the old one a notice. Runs as a job, so that the request takes the same time and gets
 * the same response for any address.
 */
export async function startChange(deps: Deps, { id, userId, sessionId, email }: ChangeRequest): Promise<void> {
  const { db, origins, now } = deps
  await db.transaction().execute(async (trx) => {
    const account = await lockUser(trx, userId)
    if (!account || (await isBegun(trx, id)) || !(await goesOn(trx, sessionId))) return
    await dropOpenChanges(trx, userId)
    // The old address was never confirmed, so a stranger may read it and must not be able to take the account over.
    const canObject = account.emailConfirmedAt !== null
    const [confirmToken, objectionToken] = [createToken(), createToken()]
    const expiresAt = new Date(now().getTime() + DAY_MS)
    await trx
      .insertInto('email_changes')
      .values({
        id,
        user_id: userId,
        old_email: account.email,
        new_email: email,
        confirm_hash: hashToken(confirmToken),
        objection_hash: canObject ? hashToken(objectionToken) : null,
        session_id: sessionId,
        created_at: now(),
        expires_at: expiresAt,
      })
      .execute()
    const link = (page: string, token: string) => `${origins.ofMails()}${pageHref(page)}?token=${token}`
    const note = emailChangingMail(account.email, id, {
      name: knownName(account),
      newAddress: maskedAddress(email),
      objectUrl: canObject ? link(pages.keepEmail, objectionToken) : null,
    })
    await (canObject ? queueMail(trx, deps.queue, note) : queueCappedMail(deps, trx, note))
    if (await isTaken(trx, email, userId)) return
    await queueCappedMail(deps, trx, emailChangeMail(email, id, { confirmUrl: link(pages.confirmEmail, confirmToken) }, expiresAt))
  })
}

async function isBegun(trx: Trx, id: string): Promise<boolean> {
  return (await trx.selectFrom('email_changes').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}

async function goesOn(trx: Trx, sessionId: string): Promise<boolean> {
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', sessionId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return session !== undefined
}

/** The old address can still object. */
export async function dropOpenChanges(trx: Trx, userId: string): Promise<void> {
  await trx.updateTable('email_changes').set({ confirm_hash: null }).where('user_id', '=', userId).execute()
}

/**
 * Gives the account the address that the link was sent to, once. Emails for the old address follow, and all sessions
 * except the requesting one end. Returns what to do after the transaction, or undefined unless the token belongs to a
 * working link of this kind. Throws 409 `email_taken`.
 */
export async function applyChange(
  deps: Deps,
  trx: Trx,
  parts: readonly PersonalData[],
  actor: Actor,
  token: string,
): Promise<{ cleanUp: () => Promise<void> } | undefined> {
  const now = deps.now()
  const link = await trx.selectFrom('email_changes').select('user_id').where('confirm_hash', '=', hashToken(token)).executeTakeFirst()
  const account = link && (await lockUser(trx, link.user_id))
  if (!account) return undefined
  const change = await trx
    .updateTable('email_changes')
    .set({ confirm_hash: null, changed_at: now })
    .where('confirm_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returning(['new_email', 'session_id'])
    .executeTakeFirst()
  if (!change) return undefined
  if (await isTaken(trx, change.new_email, account.id)) throw emailTaken()
  const removals = await freeAddress(deps, trx, parts, actor, change.new_email)
  await setEmail(trx, parts, account, change.new_email, now)
  await revokeOtherSessions(trx, { userId: account.id, sessionId: change.session_id }, now)
  await recordAudit(trx, { actor, action: 'email.changed', subject: { kind: 'account', id: account.id } })
  return { cleanUp: async () => runRemovals(removals, deps.log) }
}

/**
 * Takes the address from an unconfirmed account, since the person who followed the link owns it. That account is
 * cleared, and no one can sign in to it any more.
 */
async function freeAddress(deps: Deps, trx: Trx, parts: readonly PersonalData[], actor: Actor, email: string): Promise<Removal[]> {
  const squatted = await lockUnconfirmed(trx, email)
  if (!squatted?.hasPassword) return []
  const removals = await startClean(deps, trx, actor, squatted, parts)
  const nobodys = { email: noEmailAddress(), password_hash: NO_PASSWORD, has_staff_password: false }
  await trx.updateTable('users').set(nobodys).where('id', '=', squatted.id).execute()
  return removals
}

/** Opening the link proves ownership, so the address counts as confirmed. Links sent to the old address stop working. */
async function setEmail(
  trx: Trx,
  parts: readonly PersonalData[],
  account: { id: string; email: string },
  email: string,
  now: Date,
): Promise<void> {
  try {
    await trx.updateTable('users').set({ email, email_confirmed_at: now }).where('id', '=', account.id).execute()
  } catch (error) {
    throw errorCode(error) === '23505' ? emailTaken() : error
  }
  await trx.deleteFrom('account_links').where('user_id', '=', account.id).execute()
  for (const part of parts) await part.moveEmail?.(trx, account.id, account.email, email)
}

/**
 * Undoes a change for the owner of the old address, once, before or after it took effect: restores the address, ends
 * every session, removes passkeys and voids later changes. A new password is required, since the requester knew the
 * current one. Returns the old address. Throws 410 `link_spent`.
 */
async function undoChange(trx: Trx, parts: readonly PersonalData[], actor: Actor, token: string, now: Date): Promise<{ email: string }> {
  const objection = await trx
    .selectFrom('email_changes')
    .select('user_id')
    .where('objection_hash', '=', hashToken(token))
    .where('created_at', '>', daysBefore(now, OBJECTION_DAYS))
    .executeTakeFirst()
  const account = objection && (await lockUser(trx, objection.user_id))
  const change =
    account &&
    (await trx
      .selectFrom('email_changes')
      .select(['old_email', 'created_at'])
      .where('objection_hash', '=', hashToken(token))
      .executeTakeFirst())
  if (!change) throw new AppError('link_spent', LINK_SPENT)
  await dropOpenChanges(trx, account.id)
  await trx
    .updateTable('email_changes')
    .set({ objection_hash: null })
    .where('user_id', '=', account.id)
    .where('created_at', '>=', change.created_at)
    .execute()
  await setEmail(trx, parts, account, change.old_email, now)
  await revokeAllSessions(trx, account.id, now)
  // The requester had access to the account and may have left a way back in.
  await trx.deleteFrom('passkeys').where('user_id', '=', account.id).execute()
  await forgetDevices(trx, account.id)
  await recordAudit(trx, { actor, action: 'email.change_undone', subject: { kind: 'account', id: account.id } })
  return { email: change.old_email }
}

export async function deleteOldChanges(db: Database, now: Date): Promise<void> {
  const until = daysBefore(now, OBJECTION_DAYS)
  await inPieces(async (most) => {
    const old = db.selectFrom('email_changes').select('id').where('created_at', '<', until).orderBy('created_at').limit(most)
    const { numDeletedRows } = await db.deleteFrom('email_changes').where('id', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  })
}

/** Counted from the request. */
const OBJECTION_DAYS = 7

/**
 * Returns whether another account gave up this address and its owner can still object. Until then no one else gets it;
 * otherwise an intruder could lock the owner out.
 */
export async function isKeptAddress(trx: Trx, email: string, userId: string): Promise<boolean> {
  const kept = await trx
    .selectFrom('email_changes')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['old_email']), '=', email.toLowerCase()))
    .where('changed_at', 'is not', null)
    .where('objection_hash', 'is not', null)
    .where('user_id', '!=', userId)
    .executeTakeFirst()
  return kept !== undefined
}

/** Returns whether an address belongs to another account or is reserved for it. An unconfirmed sign-up does not count. */
export async function isTaken(trx: Trx, email: string, userId: string): Promise<boolean> {
  const other = await trx
    .selectFrom('users')
    .select('id')
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('id', '!=', userId)
    .executeTakeFirst()
  if (other && !(await lockUnconfirmed(trx, email))?.hasPassword) return true
  return isKeptAddress(trx, email, userId)
}
