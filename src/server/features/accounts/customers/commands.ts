import { randomUUID } from 'node:crypto'
import { pageHref, pages } from '#shared/paths.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import { customerInvitationMail } from '#server/emails/customer-invitation.ts'
import { recordAudit, type Actor } from '#server/features/audit/commands.ts'
import { createAccount } from '../commands.ts'

const INVITATION_MS = 7 * 24 * 60 * 60 * 1000

/**
 * Creates an account without a password for somebody whom staff book for, and emails the link that sets one: until then nobody can sign
 * in, and whoever sets it has read the email at that address. Returns its id. Throws 409 `email_taken`.
 */
export async function inviteCustomer(
  trx: Trx,
  { origins, now, queue }: Deps,
  actor: Actor,
  { name, email }: { name: string; email: string },
): Promise<string> {
  const id = await createAccount(trx, { name, email, password: null })
  const token = createToken()
  const expiresAt = new Date(now().getTime() + INVITATION_MS)
  await trx
    .insertInto('account_links')
    .values({ token_hash: hashToken(token), user_id: id, purpose: 'reset', expires_at: expiresAt, created_at: now() })
    .execute()
  const joinUrl = `${origins.ofMails()}${pageHref(pages.resetPassword)}?token=${token}`
  await queueMail(trx, queue, customerInvitationMail(email, randomUUID(), { joinUrl }, expiresAt))
  await recordAudit(trx, { actor, action: 'account.created', subject: { kind: 'account', id }, after: { role: 'customer' } })
  return id
}

/** Keeps the account of somebody whom staff book for from being deleted or disabled until the transaction ends. Throws 404. */
export async function lockCustomer(trx: Trx, userId: string): Promise<string> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw notFound('Customer')
  return account.id
}
