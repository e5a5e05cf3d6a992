import { randomUUID } from 'node:crypto'
import { z } from 'zod/mini'
import { LINK_SPENT } from '#shared/accounts/public.ts'
import { pageHref, pages } from '#shared/pages.ts'
import { customerInvitationMail, emailConfirmationMail, staffInvitationMail } from '#server/emails/accounts.ts'
import { passwordResetMail } from '#server/emails/sign-in.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { DEMO_IDS } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { queueCappedMail, queueMail, type LinkShare, type QueuedMail } from '#server/lib/mail-outbox.ts'
import type { Queue } from '#server/lib/queue.ts'
import { createToken, hashToken } from '#server/lib/secrets.ts'
import { inPieces } from '#server/lib/sweeps.ts'
import { knownName } from './users.ts'

export const SEND_LINK_JOB = 'accounts.send-link'

export type LinkPurpose = LinkRequest['purpose']

const HOUR_MS = 60 * 60 * 1000

/** People read their email at work within days rather than an hour. */
const INVITATION_MS = 7 * 24 * HOUR_MS

const LIFE_MS = { confirm: 72 * HOUR_MS, reset: HOUR_MS } as const

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
export async function sendInvitation(deps: Deps, trx: Trx, account: LinkOwner): Promise<void> {
  await sendJoinLink(deps, trx, account.id, (joinUrl, expiresAt) =>
    staffInvitationMail(account.email, randomUUID(), { joinUrl }, expiresAt),
  )
}

/** The same for a customer whom staff book for. */
export async function sendCustomerLink(deps: Deps, trx: Trx, { id, name, email }: LinkOwner & { name: string }): Promise<void> {
  await sendJoinLink(deps, trx, id, (joinUrl, expiresAt) => customerInvitationMail(email, randomUUID(), { name, joinUrl }, expiresAt))
}

async function sendJoinLink(
  { origins, now, queue }: Deps,
  trx: Trx,
  userId: string,
  mailWith: (joinUrl: string, expiresAt: Date) => QueuedMail,
): Promise<void> {
  const token = createToken()
  const expires_at = new Date(now().getTime() + INVITATION_MS)
  await trx.deleteFrom('account_links').where('user_id', '=', userId).where('purpose', '=', 'reset').execute()
  await trx
    .insertInto('account_links')
    .values({ token_hash: hashToken(token), user_id: userId, purpose: 'reset', expires_at, created_at: now() })
    .execute()
  await queueMail(trx, queue, mailWith(`${origins.ofMails()}${pageHref(pages.resetPassword)}?token=${token}`, expires_at))
}

export interface LinkOwner {
  id: string
  email: string
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

export async function getLink(db: Database, purpose: LinkPurpose, token: string, now: Date) {
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

export async function deleteExpiredLinks(db: Database, now: Date): Promise<void> {
  await inPieces(async (most) => {
    const old = db.selectFrom('account_links').select('token_hash').where('expires_at', '<', now).orderBy('expires_at').limit(most)
    const { numDeletedRows } = await db.deleteFrom('account_links').where('token_hash', 'in', old).executeTakeFirst()
    return Number(numDeletedRows)
  })
}
