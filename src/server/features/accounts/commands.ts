import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { isStaffRole, type Role } from '#shared/accounts.ts'
import { WRONG_PASSWORD } from '#shared/account-settings.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import { errorCode, type Database, type Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { AppError, notFound, unauthenticated } from '#server/lib/errors.ts'
import { queueCappedMail } from '#server/lib/mail-cap.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { PhoneColumns } from '#server/lib/phones.ts'
import { operator, recordAudit } from '#server/features/audit/commands.ts'
import { passwordChangedMail } from '#server/emails/password-changed.ts'
import { endAccess } from './clean-start.ts'
import { isKeptAddress } from './email-changes/queries.ts'
import { dropOpenChanges } from './email-changes/commands.ts'
import { emailTaken } from './email-taken.ts'
import { NO_PASSWORD, passwordColumns, prepareNewPassword, refuseWeak, type NewPassword } from './passwords.ts'
import { knownName, type OwnAccount } from './queries.ts'
import { revokeAllSessions, revokeOtherSessions } from './sessions/commands.ts'
import { forgetDevices } from './sessions/devices.ts'

interface NewAccount {
  name: string
  email: string
  /** Null: nobody can sign in until a link has set one. */
  password: NewPassword | null
  role?: Role
  /** Set when somebody vouches for the address; otherwise an emailed link confirms it. */
  emailConfirmedAt?: Date
}

/** Returns the account's id. Throws 409 `email_taken`. */
export async function createAccount(trx: Trx, account: NewAccount): Promise<string> {
  const id = randomUUID()
  if (await isKeptAddress(trx, account.email, id)) throw emailTaken()
  try {
    await trx
      .insertInto('users')
      .values({
        id,
        name: account.name,
        email: account.email,
        ...(account.password ? passwordColumns(account.password) : { password_hash: NO_PASSWORD }),
        role: account.role ?? 'customer',
        email_confirmed_at: account.emailConfirmedAt ?? null,
      })
      .execute()
  } catch (error) {
    throw errorCode(error) === '23505' ? emailTaken() : error
  }
  return id
}

/** Sets a password by an operator's decision and ends all sessions. Throws 404, and 400 for a password that staff may not have. */
export async function replacePassword(db: Database, email: string, password: string, now: Date): Promise<void> {
  const prepared = await prepareNewPassword(password)
  await db.transaction().execute(async (trx) => {
    const role = await overwritePassword(trx, email, passwordColumns(prepared), now)
    if (!role) throw notFound('Account')
    if (isStaffRole(role)) refuseWeak(prepared, 'password')
  })
}

type Access = ReturnType<typeof passwordColumns> & { role?: Role; email_confirmed_at?: Date }

/** Also ends sessions and reset links. Returns the account's role, or undefined if there is none. */
export async function overwritePassword(trx: Trx, email: string, access: Access, now: Date): Promise<Role | undefined> {
  const user = await trx
    .selectFrom('users')
    .select(['id', 'role', 'email_confirmed_at'])
    .where((eb) => eb(eb.fn<string>('lower', ['email']), '=', email.toLowerCase()))
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) return undefined
  await trx.updateTable('users').set(access).where('id', '=', user.id).execute()
  await trx.deleteFrom('account_links').where('user_id', '=', user.id).where('purpose', '=', 'reset').execute()
  await dropOpenChanges(trx, user.id)
  await revokeAllSessions(trx, user.id, now)
  await forgetDevices(trx, user.id)
  // The operator now vouches for the address; whoever signed up with it may be somebody else, and must keep no second factor.
  if (access.email_confirmed_at && !user.email_confirmed_at) await endAccess(trx, user.id, now)
  const entry = { actor: operator(), subject: { kind: 'account', id: user.id } } as const
  await recordAudit(trx, { ...entry, action: 'password.set' })
  const { role = user.role } = access
  if (role !== user.role) await recordAudit(trx, { ...entry, action: 'role.changed', before: { role: user.role }, after: { role } })
  return role
}

/** Keeps an account from being deleted, or locked by anything else, until the transaction ends. Throws 401 when it has been deleted. */
export async function lockAccount(trx: Trx, userId: string): Promise<void> {
  const account = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!account) throw unauthenticated()
}

/**
 * Locks the administrators who can sign in, always in the same order, and returns their ids: of two changes that would together leave none,
 * the second waits for the first and sees it. Invited people do not count yet.
 */
export async function lockAdministrators(trx: Trx): Promise<string[]> {
  const administrators = await trx
    .selectFrom('users')
    .select('id')
    // A literal, so that PostgreSQL can use the partial index on staff.
    .where('role', '=', sql.lit('admin' as const))
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('password_hash', '!=', NO_PASSWORD)
    .orderBy('id')
    .forUpdate()
    .execute()
  return administrators.map(({ id }) => id)
}

export async function setPhone(trx: Trx, userId: string, { typed, number }: PhoneColumns): Promise<void> {
  await trx
    .updateTable('users')
    .set({ phone: typed, phone_number: number })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .execute()
}

export async function rename(trx: Trx, userId: string, name: string): Promise<void> {
  await trx.updateTable('users').set({ name }).where('id', '=', userId).where('deleted_at', 'is', null).execute()
}

/**
 * Sets the password of somebody who has just proved that they know the current one; of several changes at once, one succeeds. Ends all
 * other sessions and reset links, forgets all devices and emails the owner. Returns the new device generation. Throws 400 `wrong_password`,
 * and 400 for a password that staff may not have.
 */
export async function changePassword(trx: Trx, deps: Deps, who: SignedIn, account: OwnAccount, password: NewPassword): Promise<number> {
  if (isStaffRole(account.role)) refuseWeak(password, 'newPassword')
  const changed = await trx
    .updateTable('users')
    .set(passwordColumns(password))
    .where('id', '=', who.userId)
    .where('password_hash', '=', account.passwordHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (changed.numUpdatedRows !== 1n) throw wrongPassword('currentPassword')
  await trx.deleteFrom('account_links').where('user_id', '=', who.userId).where('purpose', '=', 'reset').execute()
  await dropOpenChanges(trx, who.userId)
  await revokeOtherSessions(trx, who, deps.now())
  const facts = { name: knownName(account), isByLink: false, siteUrl: deps.origins.ofMails() }
  const mail = passwordChangedMail(account.email, facts)
  // An owner is always told; an unconfirmed address may be a stranger's mailbox, so its mail is capped.
  if (account.emailConfirmedAt) await queueMail(trx, deps.queue, mail)
  else await queueCappedMail(trx, deps, mail)
  return forgetDevices(trx, who.userId)
}

export function wrongPassword(path: string): AppError {
  return new AppError('wrong_password', WRONG_PASSWORD, { issues: [{ path, message: WRONG_PASSWORD }] })
}
