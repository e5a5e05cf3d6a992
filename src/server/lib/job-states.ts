import { sql } from 'kysely'
import type { Database } from './db.ts'

/** Counts jobs that have used up their retries. */
export async function countFailedJobs(db: Database, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pgboss.job where state = 'failed' and completed_on >= ${since}`.execute(db)
  return rows[0]?.count ?? 0
}

/** Lists our queues in which jobs wait that are due, with how many there are and how long the oldest waits. */
export async function listDueJobs(db: Database, now: Date): Promise<{ name: string; count: number; seconds: number }[]> {
  const { rows } = await sql<{ name: string; count: number; seconds: number }>`
    select name, count(*)::integer as count, greatest(extract(epoch from ${now}::timestamptz - min(start_after)), 0)::float8 as seconds
    from pgboss.job where state in ('created', 'retry') and start_after <= ${now} and not starts_with(name, '__pgboss') group by name`.execute(
    db,
  )
  return rows
}
