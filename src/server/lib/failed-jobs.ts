import { sql } from 'kysely'
import type { Database } from './db.ts'

/** Returns how many jobs have failed for good since a moment, after all their retries. */
export async function countFailedJobs(db: Database, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pgboss.job where state = 'failed' and completed_on >= ${since}`.execute(db)
  return rows[0]?.count ?? 0
}
