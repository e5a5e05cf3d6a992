import { sql } from 'kysely'
import type { Database } from '../../src/server/lib/db.ts'

/** Whether any connection to this database, and to no other of the server, waits for a lock. */
export async function isAnyWaiting(db: Database): Promise<boolean> {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(db)).rows.length > 0
}
