import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { queueMail } from '#server/lib/mail-outbox.ts'
import { newAdministratorMail } from '#server/emails/new-administrator.ts'
import { operator, type Actor } from '#server/lib/actors.ts'
import { recordAudit } from '#server/features/audit/commands.ts'
import { lockAdministrators } from '../commands.ts'
import { overwritePassword } from '../password-changes/commands.ts'
import { createAccount } from '../sign-up/commands.ts'
import { passwordColumns, prepareNewPassword, refuseWeak } from '../passwords.ts'
import { findAddressee } from '../queries.ts'

type How = 'role' | 'invited' | 'enabled'

/** Also emails the administrator who made the change. */
export async function tellOfAdministrator(
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
      if (earlier.role !== 'admin') await tellOfAdministrator(deps, trx, operator(), { ...account, id: earlier.id }, 'role')
      return 'promoted'
    }
    const id = await createAccount(trx, { ...account, password: prepared, role: 'admin', emailConfirmedAt: now() })
    await recordAudit(trx, { actor: operator(), action: 'account.created', subject: { kind: 'account', id }, after: { role: 'admin' } })
    await tellOfAdministrator(deps, trx, operator(), { ...account, id }, 'role')
    return 'created'
  })
}
