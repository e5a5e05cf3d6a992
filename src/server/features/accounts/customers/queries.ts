import { MOST_CUSTOMERS, type CustomerChoice } from '#shared/reservations.ts'
import type { Database } from '#server/lib/db.ts'
import { looksFor } from '../queries.ts'

/** So many of those who fit are put in order: with a short text they may be thousands. */
const MOST_SORTED = 500

/** Finds accounts by a part of a name or an email address, by name. */
export async function findCustomers(db: Database, text: string): Promise<CustomerChoice[]> {
  const fitting = db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(await looksFor(db, text))
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .limit(MOST_SORTED)
    .as('fitting')
  return db.selectFrom(fitting).selectAll().orderBy('name').orderBy('id').limit(MOST_CUSTOMERS).execute()
}
