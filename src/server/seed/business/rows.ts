import type { Insertable } from 'kysely'
import type { Trx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'

/** In the order in which they must be written. */
const TABLES = [
  'users',
  'departures',
  'bookings',
  'tour_bookings',
  'vehicle_bookings',
  'quote_decisions',
  'payment_attempts',
  'payments',
  'disputes',
  'refunds',
  'tasks',
] as const

type Table = (typeof TABLES)[number]
export type Rows = { [Name in Table]: Insertable<DB[Name]>[] }

/** Keeps a statement below PostgreSQL's limit of 65,535 parameters. */
const AT_ONCE = 1000

export function noRows(): Rows {
  return Object.fromEntries(TABLES.map((table) => [table, []])) as unknown as Rows
}

export async function writeRows(trx: Trx, rows: Rows): Promise<void> {
  for (const table of TABLES) {
    for (let start = 0; start < rows[table].length; start += AT_ONCE) {
      await trx
        .insertInto(table)
        .values(rows[table].slice(start, start + AT_ONCE))
        .execute()
    }
  }
}
