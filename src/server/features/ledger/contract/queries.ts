import { sql } from 'kysely'
import type { Database, Trx } from '#server/lib/db.ts'
import { sessionName } from '#server/lib/session-names.ts'

/** Returns when the ledger was begun to be kept alone, and whether all that was paid before it is posted. */
export async function readProgress(db: Database | Trx): Promise<{ isReplayed: boolean; contractedAt: Date | null }> {
  const row = await db.selectFrom('ledger_progress').select(['replayed_at', 'contracted_at']).executeTakeFirstOrThrow()
  return { isReplayed: row.replayed_at !== null, contractedAt: row.contracted_at }
}

/** Lists the references of bookings with money in suspense that nobody has explained: no task about it was closed, or one is open. */
export async function listUnexplained(db: Database | Trx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from bookings where id in (
      select booking_id from postings where account = 'suspense' group by booking_id, currency having sum(amount_cents) <> 0)
    and coalesce((
      select bool_or(closed_at is null) from tasks
      where booking_id = bookings.id and (kind = 'external_refund' or kind = 'note' and subject = 'ledger ' || booking_id)), true)
    order by reference limit ${limit}`.execute(db)
  return rows.map(({ reference }) => reference)
}

export interface OldSession {
  pid: number
  name: string
}

/** Lists the sessions on this database of processes of an earlier version. */
export async function listOldSessions(db: Database | Trx): Promise<OldSession[]> {
  const { rows } = await sql<OldSession>`
    select pid, application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'meridian%' and application_name not like ${sessionName('%')}
    order by pid`.execute(db)
  return rows
}
