import { sql } from 'kysely'
import type { Database } from '../../src/server/lib/db.ts'

/** What a refused call may change: it is recorded, tries are counted, a session that was misused ends, an enquiry's key is looked up. */
const MAY_CHANGE = new Set(['audit_entries', 'rate_limits', 'sessions', 'kysely_migration', 'kysely_migration_lock'])

/** Returns one line per table that a refused call must leave as it was: how many rows it has, and a sum over their contents. */
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
