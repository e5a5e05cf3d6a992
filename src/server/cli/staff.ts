import { parseArgs } from 'node:util'
import { ROLES, type Role } from '#shared/accounts/public.ts'
import { changeRole, disableAccount, enableAccount, resetFactor } from '#server/features/accounts/people/actions.ts'
import { listPeople } from '#server/features/accounts/people/people.ts'
import { findAddressee } from '#server/features/accounts/users.ts'
import type { Actor } from '#server/lib/actors.ts'
import type { Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { getOperator, UsageError, type Command, type Say } from './command.ts'
import { withDeps } from './with-deps.ts'

const PAGE = 200

const USAGE = `Usage:
  npm run staff -- list
  npm run staff -- role ada@example.com manager    one of ${ROLES.join(', ')}
  npm run staff -- disable ada@example.com
  npm run staff -- enable ada@example.com
  npm run staff -- reset-factor ada@example.com    for a lost phone: also removes passkeys; until two-step sign-in is set up again, the password alone is enough
Each command signs the person out everywhere. Use --by boss@example.com to say whose decision it is.`

const DOABLE = ['list', 'role', 'disable', 'enable', 'reset-factor'] as const
type Doable = (typeof DOABLE)[number]

export const staff: Command = { usage: USAGE, run: runStaff }

async function runStaff(args: string[], say: Say, note?: Say): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { by: { type: 'string' } } })
  const [name, email, wantedRole] = positionals
  const command = DOABLE.find((each) => each === name)
  if (!command) throw new UsageError(`Missing command. Use one of: ${DOABLE.join(', ')}.`)
  if (command !== 'list' && !email) throw new UsageError('Missing email address.')
  const role = ROLES.find((each) => each === wantedRole)
  if (command === 'role' && !role) throw new UsageError(`Missing role. Use one of: ${ROLES.join(', ')}.`)
  await withDeps(note, async (deps) => {
    if (command === 'list') return list(deps, say)
    const person = await findAddressee(deps.db, email ?? '')
    if (!person) throw new Error(`No account with email ${email}.`)
    const actor = await getOperator(deps.db, values.by)
    await deps.db.transaction().execute((trx) => WORK[command](deps, trx, actor, person.id, role ?? 'customer'))
    say(DONE[command](email ?? '', role ?? ''))
  })
}

const WORK: Record<Exclude<Doable, 'list'>, (deps: Deps, trx: Trx, actor: Actor, id: string, role: Role) => Promise<void>> = {
  role: async (deps, trx, actor, id, role) => changeRole(deps, trx, actor, id, { role }),
  disable: disableAccount,
  enable: enableAccount,
  'reset-factor': resetFactor,
}

const DONE: Record<Exclude<Doable, 'list'>, (email: string, role: string) => string> = {
  role: (email, role) => `${email} now has the role ${role} and has been signed out everywhere.`,
  disable: (email) => `${email} has been disabled and signed out everywhere.`,
  enable: (email) => `${email} can sign in again.`,
  'reset-factor': (email) => `Two-step sign-in and passkeys removed for ${email}, who has been signed out everywhere.`,
}

async function list(deps: Deps, say: Say): Promise<void> {
  let page = await listPeople(deps, { who: 'staff', limit: PAGE })
  if (page.length === 0) say('No staff accounts yet. Run npm run create-admin')
  while (page.length > 0) {
    for (const { email, name, role, disabledAt, hasSecondFactor, isReady } of page) {
      const facts = [hasSecondFactor && 'two-step sign-in', !isReady && 'must set up sign-in', disabledAt && 'disabled']
      say([role.padEnd(7), `${name} <${email}>`, ...facts.filter((fact) => typeof fact === 'string' && fact !== '')].join('  '))
    }
    page = page.length < PAGE ? [] : await listPeople(deps, { who: 'staff', limit: PAGE, before: page.at(-1)?.id })
  }
}
