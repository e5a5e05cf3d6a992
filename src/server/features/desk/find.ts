import { sql } from 'kysely'
import { may } from '#shared/accounts/permissions.ts'
import type { Role } from '#shared/accounts/public.ts'
import { searchConsole } from '#shared/desk/booking-calls.ts'
import type { Found } from '#shared/desk/find.ts'
import { formatProviderMoney } from '#shared/money.ts'
import { looksFor } from '#server/features/accounts/people/search.ts'
import { findAccount } from '#server/features/accounts/users.ts'
import type { Database } from '#server/lib/db.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { unauthenticated } from '#server/lib/errors.ts'
import { formOf, readSought } from '#server/lib/search-forms.ts'
import type { Serving } from '#server/lib/serve.ts'
import { listStaffBookings } from './booking-search.ts'
import { centsSought, findMatches, type FoundMatches } from './matches.ts'

export function consoleSearch({ read }: Serving): void {
  read(searchConsole, async ({ db, actor, query }) => {
    const account = await findAccount(db, actor.accountId)
    if (!account) throw unauthenticated()
    return find(db, query.q, account.role)
  })
}

/** Maximum number of results per kind; the kind's own page shows the rest. */
const MOST = 6

/** Accounts are found only for administrators. */
export async function find(db: Database, text: string, role: Role): Promise<Found> {
  const [bookings, people, tours] = await Promise.all([
    findBookings(db, text),
    may(role, 'people.read') ? findPeople(db, text) : [],
    findTours(db, text),
  ])
  return { bookings, people, tours }
}

async function findBookings(db: Database, text: string): Promise<Found['bookings']> {
  const matches = await findMatches(db, text)
  const bookings = await listStaffBookings(db, { limit: MOST }, matches)
  const foundPeople = new Set(matches.userIds)
  const others = bookings.filter(({ customer }) => !foundPeople.has(customer.id)).map(({ id }) => id)
  const reasons = await listReasons(db, others, matches, centsSought(text))
  return bookings.map((booking) => ({ ...booking, ...(reasons.has(booking.id) && { match: reasons.get(booking.id) }) }))
}

type Match = NonNullable<Found['bookings'][number]['match']>

/** What of a booking matches, by its id. */
async function listReasons(db: Database, ids: string[], { isFound }: FoundMatches, cents = -1): Promise<Map<string, Match>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Match & { booking_id: string; currency: string | null }>`
    select booking_id, 'amount' as of, '' as text, currency from payments where booking_id = any(${ids}::uuid[]) and amount_cents = ${cents}
    union all select id, 'amount', '', currency from bookings where id = any(${ids}::uuid[]) and total_cents = ${cents}
    union all select booking_id, 'transfer', outside_reference, null from payments
      where booking_id = any(${ids}::uuid[]) and ${isFound(formOf(sql`outside_reference`))}
    union all select booking_id, 'contact', contact_name, null from vehicle_bookings
      where booking_id = any(${ids}::uuid[]) and ${isFound(formOf(sql`contact_name`))}
    union all select booking_id, 'traveller', name, null from tour_bookings, unnest(traveller_names) as name
      where booking_id = any(${ids}::uuid[]) and ${isFound(formOf(sql`name`))}`.execute(db)
  const textOf = ({ currency, text }: (typeof rows)[number]) => (currency === null ? text : formatProviderMoney(cents, currency))
  return new Map(rows.map((row) => [row.booking_id, { of: row.of, text: textOf(row) }]))
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

async function findTours(db: Database, text: string) {
  const sought = await readSought(db, text)
  return db
    .selectFrom('tours')
    .select(['id', 'name', 'destination'])
    .where(sought.isIn(formOf(sql`name`)))
    .limit(MOST)
    .execute()
}
