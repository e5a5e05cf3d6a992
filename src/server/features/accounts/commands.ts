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
  /** Null: nobody can sign in before a link has set one. */
  password: NewPassword | null
  role?: Role
  /** Set when somebody vouches for the address; otherwise an emailed link confirms it. */
  emailConfirmedAt?: Date
}

/** Creates an account and returns its id. Throws 409 `email_taken`. */
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

/**
 * Sets the password of an account by an operator's decision: whoever was signed in is signed out. Throws 404, and 400 for a
 * password that somebody who works here may not have.
 */
export async function replacePassword(db: Database, email: string, password: string, now: Date): Promise<void> {
  const prepared = await prepareNewPassword(password)
  await db.transaction().execute(async (trx) => {
    const role = await overwritePassword(trx, email, passwordColumns(prepared), now)
    if (!role) throw notFound('Account')
    if (isStaffRole(role)) refuseWeak(prepared, 'password')
  })
}

type Access = ReturnType<typeof passwordColumns> & { role?: Role; email_confirmed_at?: Date }

/** Ends whatever the old password opened: sessions, and links to reset it. Returns the account's role; undefined without one. */
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
  // The operator vouches for the address now: whoever signed up with it may be somebody else, and has no factor there.
  if (access.email_confirmed_at && !user.email_confirmed_at) await endAccess(trx, user.id, now)
  const entry = { actor: operator(), subject: { kind: 'account', id: user.id } } as const
  await recordAudit(trx, { ...entry, action: 'password.set' })
  const { role = user.role } = access
  if (role !== user.role) await recordAudit(trx, { ...entry, action: 'role.changed', before: { role: user.role }, after: { role } })
  return role
}

/** Keeps an account from being deleted, and from anything else that locks it, until the transaction ends. Throws 401 when it has been. */
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
 * Returns the ids of the administrators who can sign in, locked in one order: of two changes that would leave none, the second
 * waits for the first and then sees it. Whoever has only been invited is none yet.
 */
export async function lockAdministrators(trx: Trx): Promise<string[]> {
  const administrators = await trx
    .selectFrom('users')
    .select('id')
    // Written out, so that the index of the staff fits.
    .where('role', '=', sql.lit('admin' as const))
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('password_hash', '!=', NO_PASSWORD)
    .orderBy('id')
    .forUpdate()
    .execute()
  return administrators.map(({ id }) => id)
}

/** Sets or removes the telephone number of an account. */
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
 * Sets the password of somebody who has just proved that they know the current one: of several changes at once one
 * succeeds. All other sessions end, as do links to reset the password, all devices are forgotten, and an email says so. Returns which
 * generation of the account's devices begins. Throws 400 `wrong_password`, and
 * 400 for a password that somebody who works here may not have.
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
  // An owner always learns of it; at an unconfirmed address it may be somebody else's mailbox.
  if (account.emailConfirmedAt) await queueMail(trx, deps.queue, mail)
  else await queueCappedMail(trx, deps, mail)
  return forgetDevices(trx, who.userId)
}

/** Returns the error for a wrong password. `path`: the field in which it was given. */
export function wrongPassword(path: string): AppError {
  return new AppError('wrong_password', WRONG_PASSWORD, { issues: [{ path, message: WRONG_PASSWORD }] })
}
