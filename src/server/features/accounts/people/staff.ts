import { sql } from 'kysely'
import * as colleagueCalls from '#shared/accounts/colleague-calls.ts'
import { may, type Permission } from '#shared/accounts/permissions.ts'
import { isStaffRole, ROLES } from '#shared/accounts/public.ts'
import { newAdministratorMail } from '#server/emails/accounts.ts'
import { type Actor, operator } from '#server/lib/actors.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { unauthenticated } from '#server/lib/errors.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import type { Serving } from '#server/lib/serve.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { overwritePassword } from '../password-changes.ts'
import { NO_PASSWORD, passwordColumns, prepareNewPassword, refuseWeak } from '../passwords.ts'
import { createAccount } from '../sign-up.ts'
import { findAccount, findAccountByEmail, findAddressee } from '../users.ts'

/** What the console reads about staff themselves. */
export function staffCalls({ read }: Serving, { config }: Deps): void {
  read(colleagueCalls.getStaffMember, async ({ db, actor }) => {
    const account = await findAccount(db, actor.accountId)
    if (!account) throw unauthenticated()
    const { id, name, email, role } = account
    return { id, name, email, role, timeZone: config.AGENCY_TIME_ZONE }
  })

  read(colleagueCalls.listColleagues, async ({ db }) => listColleagues(db))
}

/** The address may be in any case. Returns undefined unless it belongs to staff who may sign in. */
export async function findStaffId(db: Database, email: string): Promise<string | undefined> {
  const found = await findAccountByEmail(db, email)
  return found && isStaffRole(found.account.role) ? found.account.id : undefined
}

/** The role is a literal, for the partial index on staff. */
export async function listColleagues(db: Database) {
  return db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'role'])
    .where('role', '!=', sql.lit('customer' as const))
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .orderBy('name')
    .orderBy('id')
    .execute()
}

export async function hasColleagueWho(db: Database, userId: string, permission: Permission): Promise<boolean> {
  const roles = ROLES.filter((role) => may(role, permission))
  const colleague = await db
    .selectFrom('users')
    .select('id')
    .where('role', '!=', sql.lit('customer' as const))
    .where('role', 'in', roles)
    .where('id', '!=', userId)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .where('password_hash', '!=', NO_PASSWORD)
    .limit(1)
    .executeTakeFirst()
  return colleague !== undefined
}

/** The administrators who can sign in; invited people do not count yet. */
function administrators(db: Database) {
  return (
    db
      .selectFrom('users')
      // A literal, so that PostgreSQL can use the partial index on staff.
      .where('role', '=', sql.lit('admin' as const))
      .where('deleted_at', 'is', null)
      .where('disabled_at', 'is', null)
      .where('password_hash', '!=', NO_PASSWORD)
      .orderBy('id')
  )
}

export async function listAdministratorAddresses(db: Database): Promise<string[]> {
  return (await administrators(db).select('email').execute()).map(({ email }) => email)
}

/**
 * Locks the administrators who can sign in, always in the same order, and returns their ids. Of two changes that
 * together would leave none, the second waits for the first and sees its result. Invited people do not count yet.
 */
export async function lockAdministrators(trx: Trx): Promise<string[]> {
  return (await administrators(trx).select('id').forUpdate().execute()).map(({ id }) => id)
}

/** Disables everyone who works here, on a restored copy, until the command line enables them. Their sessions are not in a backup. */
export async function disableStaff(trx: Trx): Promise<void> {
  await trx
    .updateTable('users')
    .set({ disabled_at: sql<Date>`now()` })
    .where('role', '<>', 'customer')
    .where('disabled_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute()
}

type How = 'role' | 'invited' | 'enabled'

/** Also emails the administrator who made the change. */
export async function notifyOfAdministrator(
  { queue, origins }: Pick<Deps, 'queue' | 'origins'>,
  trx: Trx,
  { accountId, via }: Actor,
  { id, email }: { id: string; email: string },
  how: How,
): Promise<void> {
  const others = (await lockAdministrators(trx)).filter((administrator) => administrator !== id)
  if (others.length === 0) return
  const people = await trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', accountId === null ? others : [...others, accountId])
    .orderBy('id')
    .execute()
  const by = people.find((person) => person.id === accountId)?.email ?? null
  const facts = { accountId: id, address: email, how: via === 'site' ? how : 'command_line', by, siteUrl: origins.ofMails() } as const
  for (const person of people) if (others.includes(person.id)) await queueMail(trx, queue, newAdministratorMail(person.email, facts))
}

/** Promoting an existing account replaces its password and ends its sessions. */
export async function makeAdministrator(
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'origins'>,
  { password, ...account }: { name: string; email: string; password: string },
): Promise<'created' | 'promoted'> {
  const { db, now } = deps
  const prepared = await prepareNewPassword(password, account)
  refuseWeak(prepared, 'password')
  return db.transaction().execute(async (trx) => {
    await lockAdministrators(trx)
    const earlier = await findAddressee(trx, account.email)
    const access = { ...passwordColumns(prepared), role: 'admin', email_confirmed_at: now(), disabled_at: null } as const
    if (earlier && (await overwritePassword(trx, account.email, access, now()))) {
      if (earlier.role !== 'admin') await notifyOfAdministrator(deps, trx, operator(), { ...account, id: earlier.id }, 'role')
      return 'promoted'
    }
    const id = await createAccount(trx, { ...account, password: prepared, role: 'admin', emailConfirmedAt: now() })
    await recordAudit(trx, { actor: operator(), action: 'account.created', subject: { kind: 'account', id }, after: { role: 'admin' } })
    await notifyOfAdministrator(deps, trx, operator(), { ...account, id }, 'role')
    return 'created'
  })
}
