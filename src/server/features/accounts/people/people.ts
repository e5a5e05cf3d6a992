import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { Role } from '#shared/accounts/public.ts'
import * as calls from '#shared/accounts/staff-calls.ts'
import { MAX_COUNTED_PEOPLE, type ListPeopleQuery, type StaffPerson, type StaffPersonDetails } from '#shared/accounts/staff.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import type { Users } from '#server/lib/db-types.ts'
import type { Database } from '#server/lib/db.ts'
import { DEMO_IDS } from '#server/lib/demo-accounts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { notFound } from '#server/lib/errors.ts'
import { dueSetupOf, staffRoleOf } from '#server/lib/guards.ts'
import { showPhone } from '#server/lib/phones.ts'
import type { Serving } from '#server/lib/serve.ts'
import { listPasskeys } from '../passkeys/passkeys.ts'
import { NO_PASSWORD } from '../passwords.ts'
import { listSessions } from '../sessions/sessions.ts'
import { actionsOn, refusalAtSite } from './actions.ts'
import { looksFor } from './search.ts'

/** The console's list of all accounts, and one of them. */
export function peopleCalls({ read }: Serving, deps: Deps): void {
  read(calls.listPeople, async ({ db, query, reply }) => {
    const total = await countPeople(db, query)
    if (total !== undefined) reply.header(TOTAL_COUNT, total)
    return listPeople(deps, query)
  })

  read(calls.getPerson, async ({ request, actor, params }) =>
    getPerson(deps, params.id, { id: actor.accountId, role: staffRoleOf(request) }),
  )
}

type Filter = Pick<ListPeopleQuery, 'who' | 'role' | 'search'>

/** Returns undefined when there are too many matches to count for one page. */
export async function countPeople(db: Database, filter: Filter): Promise<number | undefined> {
  const fitting = peopleOf(db, filter, await namedIn(db, filter))
    .select('users.id')
    .limit(MAX_COUNTED_PEOPLE + 1)
    .as('fitting')
  const { count } = await db
    .selectFrom(fitting)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count > MAX_COUNTED_PEOPLE ? undefined : count
}

/** Newest first. */
export async function listPeople({ config, db }: Pick<Deps, 'config' | 'db'>, query: ListPeopleQuery): Promise<StaffPerson[]> {
  const { before, limit } = query
  const rows = await withFactor(peopleOf(db, query, await namedIn(db, query)))
    .$if(before !== undefined, (people) =>
      people.where(sql<boolean>`(users.created_at, users.id) < (select created_at, id from users where id = ${before})`),
    )
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => toPerson(config, row))
}

/** Includes what `by` can do about the account. Throws 404. */
export async function getPerson({ config, db, now }: Deps, userId: string, by: { id: string; role: Role }): Promise<StaffPersonDetails> {
  const row = await withFactor(peopleOf(db, {})).select(['phone', 'phone_number']).where('users.id', '=', userId).executeTakeFirst()
  if (!row) throw notFound('Account')
  const invitation = await db
    .selectFrom('account_links')
    .select((eb) => eb.fn.max('expires_at').as('until'))
    .where('user_id', '=', userId)
    .where('purpose', '=', 'reset')
    .where('expires_at', '>', now())
    .executeTakeFirstOrThrow()
  const person = toPerson(config, row)
  const passkeys = (await listPasskeys(db, userId)).length
  const isLastAdministrator = row.role === 'admin' && !(await hasOtherAdministrator(db, userId))
  const facts = {
    role: row.role,
    hasPassword: person.hasPassword,
    isDisabled: row.disabled_at !== null,
    isLastAdministrator,
    hasFactor: person.hasSecondFactor || passkeys > 0,
  }
  return {
    ...person,
    phone: showPhone(row.phone, row.phone_number),
    sessions: (await listSessions(db, userId, now())).length,
    passkeys,
    invitedUntil: person.hasPassword ? null : ((invitation.until as Date | null)?.toISOString() ?? null),
    isShared: config.isDemo && DEMO_IDS.has(userId),
    isLastAdministrator,
    actions: refusalAtSite(config, by.id, userId) ? [] : actionsOn(facts, by.role),
  }
}

async function hasOtherAdministrator(db: Database, userId: string): Promise<boolean> {
  const other = await peopleOf(db, { role: 'admin' })
    .select('id')
    .where('id', '!=', userId)
    .where('disabled_at', 'is', null)
    .where('password_hash', '!=', NO_PASSWORD)
    .executeTakeFirst()
  return other !== undefined
}

/** Roles are literals rather than parameters, so that PostgreSQL can use the partial index on staff. */
function peopleOf(db: Database, { who, role }: Filter, named?: RawBuilder<boolean>) {
  return db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .$if(who === 'staff', (people) => people.where('role', '!=', sql.lit('customer' as const)))
    .$if(who === 'travellers', (people) => people.where('role', '=', 'customer'))
    .$if(who === 'disabled', (people) => people.where('disabled_at', 'is not', null))
    .$if(role !== undefined, (people) => people.where('role', '=', sql.lit(role as NonNullable<typeof role>)))
    .$if(named !== undefined, (people) => people.where(named as RawBuilder<boolean>))
}

async function namedIn(db: Database, { search }: Filter): Promise<RawBuilder<boolean> | undefined> {
  return search ? looksFor(db, search) : undefined
}

function withFactor(people: ReturnType<typeof peopleOf>) {
  return people
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['users.id', 'name', 'email', 'role', 'users.created_at', 'disabled_at', 'email_confirmed_at', 'has_staff_password'])
    .select(['password_hash', 'confirmed_at'])
}

type PersonRow = Pick<
  Selectable<Users>,
  'id' | 'name' | 'email' | 'role' | 'created_at' | 'disabled_at' | 'email_confirmed_at' | 'has_staff_password' | 'password_hash'
> & { confirmed_at: Date | null }

function toPerson(config: Deps['config'], row: PersonRow): StaffPerson {
  return {
    id: row.id,
    name: row.name,
    email: realAddress(row.email),
    role: row.role,
    createdAt: row.created_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString() ?? null,
    isEmailConfirmed: row.email_confirmed_at !== null,
    hasSecondFactor: row.confirmed_at !== null,
    hasPassword: row.password_hash !== NO_PASSWORD,
    isReady: dueSetupOf(config, row).length === 0,
  }
}
