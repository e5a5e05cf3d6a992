import { sql } from 'kysely'
import type { Database } from '../../src/server/lib/db.ts'

/** Flushes PostgreSQL's read and write statistics, for the connection that reads them next. */
export async function refreshActivityCounts(db: Database): Promise<void> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  await sql`select pg_stat_clear_snapshot()`.execute(db)
}
