import { sql } from 'kysely'
import type { ListPeopleQuery, StaffPerson } from '#shared/people.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { dueSetupOf } from '#server/lib/staff-setup.ts'

type Filter = Pick<ListPeopleQuery, 'who' | 'search'>

/** Returns how many accounts fit. */
export async function countPeople(db: Database, filter: Filter): Promise<number> {
  const { count } = await peopleOf(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns a page of the accounts that fit, the newest first. */
export async function listPeople({ config, db }: Pick<Deps, 'config' | 'db'>, query: ListPeopleQuery): Promise<StaffPerson[]> {
  const { before, limit } = query
  const rows = await peopleOf(db, query)
    .leftJoin('second_factors', 'second_factors.user_id', 'users.id')
    .select(['users.id', 'name', 'email', 'role', 'users.created_at', 'disabled_at', 'email_confirmed_at', 'has_staff_password'])
    .select('confirmed_at')
    .$if(before !== undefined, (people) =>
      people.where(sql<boolean>`(users.created_at, users.id) < (select created_at, id from users where id = ${before})`),
    )
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    createdAt: row.created_at.toISOString(),
    disabledAt: row.disabled_at?.toISOString() ?? null,
    isEmailConfirmed: row.email_confirmed_at !== null,
    hasSecondFactor: row.confirmed_at !== null,
    isReady: dueSetupOf(config, row).length === 0,
  }))
}

/** Roles are written out, not given as parameters: only then does PostgreSQL see that the index of the staff fits. */
function peopleOf(db: Database, { who, search }: Filter) {
  const part = search ? `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : undefined
  return db
    .selectFrom('users')
    .where('deleted_at', 'is', null)
    .$if(who === 'staff', (people) => people.where('role', '!=', sql.lit('customer' as const)))
    .$if(who === 'travellers', (people) => people.where('role', '=', 'customer'))
    .$if(who === 'disabled', (people) => people.where('disabled_at', 'is not', null))
    .$if(part !== undefined, (people) => people.where(sql<boolean>`(name ilike ${part} or email ilike ${part})`))
}
