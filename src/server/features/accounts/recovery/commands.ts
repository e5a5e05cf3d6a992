import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import {
  isStaffRole,
  LINK_SPENT,
  MIN_PASSWORD_LENGTH,
  MIN_STAFF_PASSWORD_LENGTH,
  SIGN_IN_TO_CONFIRM,
  type ResetLinkResponse,
} from '#shared/accounts/public.ts'
import { pageHref, pages } from '#shared/pages.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { DEMO_IDS, refuseShared } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueCappedMail, type LinkShare } from '#server/lib/mail-cap.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import type { Queue } from '#server/lib/queue.ts'
import { inPieces } from '#server/lib/sweeps.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import { emailConfirmationMail } from '#server/emails/email-confirmation.ts'
import { passwordChangedMail } from '#server/emails/password-changed.ts'
import { passwordResetMail } from '#server/emails/password-reset.ts'
import { staffInvitationMail } from '#server/emails/staff-invitation.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { startClean, type Removal } from '../clean-start/commands.ts'
import { dropOpenChanges } from '../email-changes/commands.ts'
import { NO_PASSWORD, passwordColumns, refuseWeak, type NewPassword } from '../passwords.ts'
import { knownName } from '../queries.ts'
import { revokeAllSessions } from '../sessions/commands.ts'
import { forgetDevices } from '../sessions/devices.ts'

export const SEND_LINK_JOB = 'accounts.send-link'

export type LinkPurpose = LinkRequest['purpose']

const HOUR_MS = 60 * 60 * 1000
/** People read their email at work within days rather than an hour. */
const INVITATION_MS = 7 * 24 * HOUR_MS
const LIFE_MS = { confirm: 72 * HOUR_MS, reset: HOUR_MS } as const

interface LinkOwner {
  id: string
  email: string
}

export const linkJobSchema = z.object({
  requestId: z.string(),
  purpose: z.enum(['confirm', 'reset']),
  email: z.string(),
  /** Requested on a device where the owner has signed in before, so that other people's requests do not use up the owner's emails. */
  isOwners: z.optional(z.boolean()),
  /** The owner's first link of the day, or anyone's first of the hour, to which no limit applies. */
  isFirst: z.optional(z.boolean()),
  /** A network's first link of the day, so that other networks' requests do not use it up. */
  isNetworks: z.optional(z.boolean()),
})
type LinkRequest = z.infer<typeof linkJobSchema>
export type LinkAllowance = Pick<LinkRequest, 'isOwners' | 'isFirst' | 'isNetworks'>

/**
 * Queues an email with a link. The job looks the account up, so that the request takes the same time and gets the same
 * response for any address.
 */
export async function requestLink(trx: Trx, queue: Queue, purpose: LinkPurpose, email: string, asked: LinkAllowance = {}): Promise<void> {
  const request: LinkRequest = { requestId: randomUUID(), purpose, email, ...asked }
  await queue.enqueue(trx, SEND_LINK_JOB, request)
}

/**
 * Creates the link and emails it, once even if the job is repeated. Does nothing if there is no account, the account is
 * disabled, or its password cannot be changed.
 */
export async function sendLink(deps: Deps, { requestId, purpose, email, isOwners, isFirst, isNetworks }: LinkRequest): Promise<void> {
  const { db, origins, now } = deps
  const token = createToken()
  await db.transaction().execute(async (trx) => {
    const account = await trx
      .selectFrom('users')
      .select(['id', 'name', 'email', 'email_confirmed_at as emailConfirmedAt'])
      .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
      .where('deleted_at', 'is', null)
      .where('disabled_at', 'is', null)
      // An account that is being deleted gets no link.
      .forUpdate()
      .executeTakeFirst()
    if (!account || (purpose === 'confirm' && account.emailConfirmedAt)) return
    if (purpose === 'reset' && DEMO_IDS.has(account.id)) return
    const expires_at = new Date(now().getTime() + LIFE_MS[purpose])
    await trx
      .insertInto('account_links')
      .values({ token_hash: hashToken(token), user_id: account.id, purpose, expires_at, created_at: now() })
      .execute()
    const page = purpose === 'reset' ? pages.resetPassword : pages.confirmEmail
    const url = `${origins.ofMails()}${pageHref(page)}?token=${token}`
    const mail =
      purpose === 'reset'
        ? passwordResetMail(account.email, requestId, { name: knownName(account), resetUrl: url }, expires_at)
        : emailConfirmationMail(account.email, requestId, { confirmUrl: url }, expires_at)
    const share: LinkShare = isOwners ? 'own_link' : isNetworks ? 'network_link' : 'link'
    await (isFirst ? queueMail(trx, deps.queue, mail) : queueCappedMail(deps, trx, mail, share))
  })
}

/**
 * Emails the link that sets a first password; earlier such links stop working. The daily cap does not apply, because
 * staff decided to send it.
 */
export async function sendInvitation({ origins, now, queue }: Deps, trx: Trx, account: { id: string; email: string }): Promise<void> {
  const token = createToken()
  const expires_at = new Date(now().getTime() + INVITATION_MS)
  await trx.deleteFrom('account_links').where('user_id', '=', account.id).where('purpose', '=', 'reset').execute()
  await trx
    .insertInto('account_links')
    .values({ token_hash: hashToken(token), user_id: account.id, purpose: 'reset', expires_at, created_at: now() })
    .execute()
  const joinUrl = `${origins.ofMails()}${pageHref(pages.resetPassword)}?token=${token}`
  await queueMail(trx, queue, staffInvitationMail(account.email, randomUUID(), { joinUrl }, expires_at))
}

export async function findLinkOwner(
  db: Database,
  purpose: LinkPurpose,
  token: string,
  now: Date,
): Promise<(LinkOwner & { name: string }) | undefined> {
  const link = await findLink(db, purpose, token, now)
  return link && { id: link.user_id, email: link.email, name: link.name }
}

/** Throws 410 `link_spent` when the link no longer works. */
async function getLinkOwner(db: Database, purpose: LinkPurpose, token: string, now: Date): Promise<string> {
  return (await getLink(db, purpose, token, now)).user_id
}

/** Throws 410 `link_spent` when the link no longer works. */
export async function readResetLink(db: Database, token: string, now: Date): Promise<Omit<ResetLinkResponse, 'message'>> {
  const { email, role, password_hash } = await getLink(db, 'reset', token, now)
  const leastLength = isStaffRole(role) ? MIN_STAFF_PASSWORD_LENGTH : MIN_PASSWORD_LENGTH
  return { email, leastLength, isFirst: password_hash === NO_PASSWORD }
}

async function getLink(db: Database, purpose: LinkPurpose, token: string, now: Date) {
  const link = await findLink(db, purpose, token, now)
  if (!link) throw new AppError('link_spent', LINK_SPENT)
  return link
}

async function findLink(db: Database, purpose: LinkPurpose, token: string, now: Date) {
  return (
    db
      .selectFrom('account_links')
      .innerJoin('users', 'users.id', 'account_links.user_id')
      .select(['user_id', 'users.email', 'users.name', 'users.role', 'users.password_hash', 'email_confirmed_at'])
      .where('token_hash', '=', hashToken(token))
      // The link that confirms an address can also set a password, until the address is confirmed.
      .where((eb) =>
        purpose === 'confirm'
          ? eb('purpose', '=', 'confirm')
          : eb.or([eb('purpose', '=', 'reset'), eb.and([eb('purpose', '=', 'confirm'), eb('email_confirmed_at', 'is', null)])]),
      )
      .where('expires_at', '>', now)
      .where('deleted_at', 'is', null)
      .where('disabled_at', 'is', null)
      .executeTakeFirst()
  )
}

/**
 * Marks the address as confirmed; opening the link again has the same result. Reading the email is not enough: someone
 * else may have signed up with the address, and their password must not become that of the owner's account. So the
 * reader must be signed in to the account (`userId`) or choose a password with the link. Throws 410 `link_spent` and 409
 * `sign_in_to_confirm`.
 */
export async function confirmEmail(trx: Trx, token: string, now: Date, userId: string | undefined): Promise<void> {
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
export async function resetPassword(
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
  // Whoever reads the email owns the address.
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

export async function deleteExpiredLinks(db: Database, now: Date): Promise<void> {
  await inPieces(async (most) => {
    const old = db.selectFrom('account_links').select('token_hash').where('expires_at', '<', now).orderBy('expires_at').limit(most)
    const { numDeletedRows } = await db.deleteFrom('account_links').where('token_hash', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  })
}
