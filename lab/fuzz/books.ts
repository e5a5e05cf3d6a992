import { sql } from 'kysely'
import type { Database } from '../../src/server/lib/db.ts'

/** A refused call may record an audit entry, count a try, end a misused session, and look up an enquiry's key. */
const MAY_CHANGE = new Set(['audit_entries', 'rate_limits', 'sessions', 'kysely_migration', 'kysely_migration_lock'])

/** Returns, for each table that a refused call must not change, its number of rows and a checksum. */
export async function fingerprint(db: Database): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  const parts = tables.rows
    .filter(({ name }) => !MAY_CHANGE.has(name))
    .map(
      ({ name }) =>
        sql`select ${name}::text as name, concat(count(*), ':', sum(hashtextextended(t::text, 0))) as sum from ${sql.table(name)} t`,
    )
  const { rows } = await sql<{ name: string; sum: string }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
