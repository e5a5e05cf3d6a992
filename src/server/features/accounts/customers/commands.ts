import { randomUUID } from 'node:crypto'
import { pageHref, pages } from '#shared/pages.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { noEmailAddress } from '#server/lib/email-addresses.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { PersonalData } from '#server/lib/personal-data.ts'
import type { PhoneColumns } from '#server/lib/phones.ts'
import { createToken, hashToken } from '#server/lib/tokens.ts'
import { customerInvitationMail } from '#server/emails/customer-invitation.ts'
import { type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { lockUnconfirmed, runRemovals, startClean } from '../clean-start/commands.ts'
import { setPhone } from '../commands.ts'
import { createAccount } from '../sign-up/commands.ts'
import { NO_PASSWORD } from '../passwords.ts'

const INVITATION_MS = 7 * 24 * 60 * 60 * 1000

/** `cleanUp` must be called after the transaction. */
interface Customer {
  id: string
  cleanUp: () => Promise<void>
}

const NOTHING_LEFT = async () => undefined

/**
 * Creates an account without a password for a customer whom staff book for, and emails the link that sets one, so that
 * only the reader of that mailbox can use it. An existing account with an unconfirmed address is taken over in the same
 * way. Throws 409 `email_taken`.
 */
export async function inviteCustomer(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  { name, email, phone }: { name: string; email: string; phone: PhoneColumns },
  parts: readonly PersonalData[],
): Promise<Customer> {
  const before = await lockUnconfirmed(trx, email)
  if (before?.hasPassword) {
    const cleanUp = await takeOver(deps, trx, actor, { ...before, name }, parts)
    await setPhone(trx, before.id, phone)
    return { id: before.id, cleanUp }
  }
  const id = await createAccount(trx, { name, email, password: null })
  await setPhone(trx, id, phone)
  await recordAudit(trx, { actor, action: 'account.created', subject: { kind: 'account', id }, after: { role: 'customer' } })
  await sendCustomerLink(deps, trx, { id, name, email })
  return { id, cleanUp: NOTHING_LEFT }
}

/**
 * Locks the account of a customer chosen by staff. If its address is unconfirmed, the person who signed up may be a
 * stranger who must not see the owner's booking, so the account is cleared and a link that sets a password goes to the
 * address. Throws 404.
 */
export async function takeCustomer(deps: Deps, trx: Trx, actor: Actor, userId: string, parts: readonly PersonalData[]): Promise<Customer> {
  const id = await lockCustomer(trx, userId)
  const { name, email } = await trx.selectFrom('users').select(['name', 'email']).where('id', '=', id).executeTakeFirstOrThrow()
  const before = await lockUnconfirmed(trx, email)
  return { id, cleanUp: before?.hasPassword ? await takeOver(deps, trx, actor, { ...before, name }, parts) : NOTHING_LEFT }
}

async function takeOver(
  deps: Deps,
  trx: Trx,
  actor: Actor,
  account: { id: string; name: string; email: string },
  parts: readonly PersonalData[],
): Promise<() => Promise<void>> {
  const removals = await startClean(deps, trx, actor, account, parts)
  await trx.updateTable('users').set({ password_hash: NO_PASSWORD, has_staff_password: false }).where('id', '=', account.id).execute()
  await sendCustomerLink(deps, trx, account)
  return async () => runRemovals(removals, deps.log)
}

/** Earlier links of this kind stop working. */
export async function sendCustomerLink(
  { origins, now, queue }: Deps,
  trx: Trx,
  { id, name, email }: { id: string; name: string; email: string },
): Promise<void> {
  const token = createToken()
  const expiresAt = new Date(now().getTime() + INVITATION_MS)
  await trx.deleteFrom('account_links').where('user_id', '=', id).where('purpose', '=', 'reset').execute()
  await trx
    .insertInto('account_links')
    .values({ token_hash: hashToken(token), user_id: id, purpose: 'reset', expires_at: expiresAt, created_at: now() })
    .execute()
  const joinUrl = `${origins.ofMails()}${pageHref(pages.resetPassword)}?token=${token}`
  await queueMail(trx, queue, customerInvitationMail(email, randomUUID(), { name, joinUrl }, expiresAt))
}

/** The account has neither address nor password, so nobody can sign in to it. Returns its id. */
export async function createByPhone(trx: Trx, actor: Actor, { name, phone }: { name: string; phone: PhoneColumns }): Promise<string> {
  const id = await createAccount(trx, { name, email: noEmailAddress(), password: null })
  await setPhone(trx, id, phone)
  await recordAudit(trx, { actor, action: 'account.created', subject: { kind: 'account', id }, after: { role: 'customer' } })
  return id
}

/** Throws 404. */
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
