import { MAX_CUSTOMERS, type CustomerChoice } from '#shared/reservations/staff.ts'
import type { Database } from '#server/lib/db.ts'
import { realAddress } from '#server/lib/email-addresses.ts'
import { looksFor } from '../queries.ts'

/** Limits the matches that are sorted by name, since a short text may have thousands. */
const MAX_SORTED = 500

export async function findCustomers(db: Database, text: string): Promise<CustomerChoice[]> {
  const fitting = db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'phone'])
    .where(await looksFor(db, text))
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .limit(MAX_SORTED)
    .as('fitting')
  const rows = await db.selectFrom(fitting).selectAll().orderBy('name').orderBy('id').limit(MAX_CUSTOMERS).execute()
  return rows.map((row) => ({ ...row, email: realAddress(row.email) }))
}
