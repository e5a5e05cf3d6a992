import { sql } from 'kysely'
import type { Database } from './db.ts'

/** Counts jobs that have used up their retries. */
export async function countFailedJobs(db: Database, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pgboss.job where state = 'failed' and completed_on >= ${since}`.execute(db)
  return rows[0]?.count ?? 0
}
