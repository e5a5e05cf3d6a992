import { sql } from 'kysely'
import { MOST_CUSTOMERS, type CustomerChoice } from '#shared/reservations.ts'
import type { Database } from '#server/lib/db.ts'

/** So many of those who fit are put in order: with a short text they may be thousands. */
const MOST_SORTED = 500

/** Finds accounts by a part of a name or an email address, by name. */
export async function findCustomers(db: Database, text: string): Promise<CustomerChoice[]> {
  const part = `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const fitting = db
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where(sql<boolean>`(lower(name) like ${part} or lower(email) like ${part})`)
    .where('deleted_at', 'is', null)
    .where('disabled_at', 'is', null)
    .limit(MOST_SORTED)
    .as('fitting')
  return db.selectFrom(fitting).selectAll().orderBy('name').orderBy('id').limit(MOST_CUSTOMERS).execute()
}
