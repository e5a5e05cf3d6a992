import { sql } from 'kysely'
import type { Database } from '../../src/server/lib/db.ts'

/** Brings PostgreSQL's counts of what has been read and written up to date, for the connection that asks for them next. */
export async function refreshActivityCounts(db: Database): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_stat_clear_snapshot()`.execute(db)
}
