import { sql } from 'kysely'
import type { Role } from '#shared/accounts/public.ts'
import { may } from '#shared/accounts/permissions.ts'
import type { Found } from '#shared/desk/find.ts'
import type { Database } from '#server/lib/db.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { looksFor } from '#server/features/accounts/queries.ts'
import { findMatches } from '../matches/queries.ts'
import { listStaffBookings } from '../search/queries.ts'

/** Maximum number of results per kind; the kind's own page shows the rest. */
const MOST = 6

/** Accounts are found only for administrators. */
export async function find(db: Database, text: string, role: Role): Promise<Found> {
  const part = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const [bookings, people, tours] = await Promise.all([
    findMatches(db, text).then(async (matches) => listStaffBookings(db, { limit: MOST }, matches)),
    may(role, 'people.read') ? findPeople(db, text) : [],
    findTours(db, part),
  ])
  return { bookings, people, tours }
}

async function findPeople(db: Database, text: string) {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(await looksFor(db, text))
    .where('deleted_at', 'is', null)
    .limit(MOST)
    .execute()
  return rows.map((row) => ({ ...row, email: realAddress(row.email) }))
}

async function findTours(db: Database, part: string) {
  return db
    .selectFrom('tours')
    .select(['id', 'name', 'destination'])
    .where(sql<boolean>`lower(name) like ${part}`)
    .limit(MOST)
    .execute()
}
