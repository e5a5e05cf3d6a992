import { isStaffRole, type Role } from '#shared/accounts/public.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import { passwordChangedMail } from '#server/emails/sign-in.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { actAs, operator } from '#server/lib/actors.ts'
import type { SignedIn } from '#server/lib/auth.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { refuseShared } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { queueCappedMail, queueMail } from '#server/lib/mail-outbox.ts'
import type { Serving } from '#server/lib/serve.ts'
import { endAccess } from './clean-start.ts'
import { dropOpenChanges } from './email-changes.ts'
import { accountLimits } from './limits.ts'
import { passwordColumns, prepareNewPassword, refuseWeak, verifyPassword, type NewPassword } from './passwords.ts'
import { forgetDevices, rememberDevice } from './sessions/devices.ts'
import { revokeAllSessions, revokeOtherSessions } from './sessions/sessions.ts'
import { getOwnAccount, knownName, wrongPassword, type OwnAccount } from './users.ts'

export function passwordCalls({ flow }: Serving, deps: Deps): void {
  const { config, db, pool } = deps
  const { passwordChecks } = accountLimits(pool, config)

  flow(securityCalls.changePassword, async ({ reply, who, body: { currentPassword, newPassword } }) => {
    refuseShared(who.userId, 'password')
    // Counted before the password is checked, or concurrent guesses would slip past the limit together.
    await passwordChecks.consume(who.userId)
    const account = await getOwnAccount(db, who)
    if (!(await verifyPassword(account.passwordHash, currentPassword))) throw wrongPassword('currentPassword')
    const prepared = await prepareNewPassword(newPassword, account)
    const generation = await actAs(db, who, async (trx) => changePassword(deps, trx, who, account, prepared))
    rememberDevice(deps, reply, account.email, { generation })
    await passwordChecks.reset(who.userId)
    return { message: 'Password changed' }
  })
}

/** Also ends all of the account's sessions. Throws 404, and 400 for a password that staff may not have. */
export async function replacePassword(db: Database, email: string, password: string, now: Date): Promise<void> {
  const prepared = await prepareNewPassword(password, { email })
  await db.transaction().execute(async (trx) => {
    const role = await overwritePassword(trx, email, passwordColumns(prepared), now)
    if (!role) throw notFound('Account')
    if (isStaffRole(role)) refuseWeak(prepared, 'password')
  })
}

type Access = ReturnType<typeof passwordColumns> & { role?: Role; email_confirmed_at?: Date; disabled_at?: null }

/**
 * Ends whatever the old password gave access to: sessions and reset links. Returns the account's role, or undefined if
 * there is no account.
 */
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
  await trx.deleteFrom('account_links').where('user_id', '=', user.id).where('purpose', '!=', 'confirm').execute()
  await dropOpenChanges(trx, user.id)
  await revokeAllSessions(trx, user.id, now)
  await forgetDevices(trx, user.id)
  // The operator vouches for the address now. Someone else may have signed up with it and must not keep a factor there.
  if (access.email_confirmed_at && !user.email_confirmed_at) await endAccess(trx, user.id, now)
  const entry = { actor: operator(), subject: { kind: 'account', id: user.id } } as const
  await recordAudit(trx, { ...entry, action: 'password.set' })
  const { role = user.role } = access
  if (role !== user.role) await recordAudit(trx, { ...entry, action: 'role.changed', before: { role: user.role }, after: { role } })
  return role
}

/**
 * Sets a new password for someone who has just proved that they know the current one; of several concurrent changes one
 * succeeds. Ends all other sessions and reset links, forgets all devices and sends an email. Returns the next device
 * generation. Throws 400 `wrong_password`, and 400 for a password that staff may not have.
 */
async function changePassword(deps: Deps, trx: Trx, who: SignedIn, account: OwnAccount, password: NewPassword): Promise<number> {
  if (isStaffRole(account.role)) refuseWeak(password, 'newPassword')
  const changed = await trx
    .updateTable('users')
    .set(passwordColumns(password))
    .where('id', '=', who.userId)
    .where('password_hash', '=', account.passwordHash)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (changed.numUpdatedRows !== 1n) throw wrongPassword('currentPassword')
  await trx.deleteFrom('account_links').where('user_id', '=', who.userId).where('purpose', '!=', 'confirm').execute()
  await dropOpenChanges(trx, who.userId)
  await revokeOtherSessions(trx, who, deps.now())
  const facts = { name: knownName(account), isByLink: false, siteUrl: deps.origins.ofMails() }
  const mail = passwordChangedMail(account.email, facts)
  // A confirmed owner is always told; an unconfirmed address may be someone else's mailbox.
  if (account.emailConfirmedAt) await queueMail(trx, deps.queue, mail)
  else await queueCappedMail(deps, trx, mail)
  return forgetDevices(trx, who.userId)
}
