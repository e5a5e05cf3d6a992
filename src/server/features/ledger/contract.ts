import { sql } from 'kysely'
import { errorCode, type Database, type Trx } from '#server/lib/db.ts'
import { runContract } from '#server/lib/migrate.ts'
import { sessionName } from '#server/lib/session-names.ts'

const MAX_NAMED = 5
const LOCK_NOT_AVAILABLE = '55P03'

/**
 * Ends the time in which processes of an earlier version may run beside this one: drops the columns, triggers and sums that only they use.
 * Returns false if that was done before. Throws what stands in the way, and has changed nothing then. `owner`: connects as the owner of the
 * tables.
 */
export async function contractLedger(owner: Database): Promise<boolean> {
  if ((await readProgress(owner)).contractedAt) return false
  try {
    await owner.transaction().execute(async (trx) => {
      const obstacles = await listObstacles(trx)
      if (obstacles.length > 0) throw new Error(obstacles.join('\n'))
      await runContract(trx, 'ledger')
    })
  } catch (error) {
    if (errorCode(error) !== LOCK_NOT_AVAILABLE) throw error
    throw new Error('The tables were locked for more than five seconds. Nothing was changed. Try again.', { cause: error })
  }
  return true
}

async function listObstacles(trx: Trx): Promise<string[]> {
  const obstacles: string[] = []
  if (!(await readProgress(trx)).isReplayed)
    obstacles.push(
      'Some payments from before the ledger haven’t been posted yet. A running site continues posting them every five minutes.',
    )
  const references = await listUnexplained(trx, MAX_NAMED + 1)
  if (references.length > 0)
    obstacles.push(`There are still unresolved items in suspense. Close their tasks in the console first: ${namesOf(references)}.`)
  const old = await listOldSessions(trx)
  if (old.length > 0)
    obstacles.push(
      `Processes running an earlier version are connected. Stop them first: ${namesOf(old.map(({ pid, name }) => `${name} (session ${pid})`))}.`,
    )
  return obstacles
}

function namesOf(all: readonly string[]): string {
  return `${all.slice(0, MAX_NAMED).join(', ')}${all.length > MAX_NAMED ? ' and others' : ''}`
}

/** Returns since when only the ledger has been kept, and whether all that was paid before it is posted. */
async function readProgress(db: Database | Trx): Promise<{ isReplayed: boolean; contractedAt: Date | null }> {
  const row = await db.selectFrom('ledger_progress').select(['replayed_at', 'contracted_at']).executeTakeFirstOrThrow()
  return { isReplayed: row.replayed_at !== null, contractedAt: row.contracted_at }
}

/** Lists the references of bookings with unexplained money in suspense: no task about it was closed, or one is open. */
async function listUnexplained(db: Database | Trx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from bookings where id in (
      select booking_id from postings where account = 'suspense' group by booking_id, currency having sum(amount_cents) <> 0)
    and coalesce((
      select bool_or(closed_at is null) from tasks
      where booking_id = bookings.id and (kind = 'external_refund' or kind = 'note' and subject = 'ledger ' || booking_id)), true)
    order by reference limit ${limit}`.execute(db)
  return rows.map(({ reference }) => reference)
}

interface OldSession {
  pid: number
  name: string
}

/** Lists the sessions on this database of processes of an earlier version. */
async function listOldSessions(db: Database | Trx): Promise<OldSession[]> {
  const { rows } = await sql<OldSession>`
    select pid, application_name as name from pg_stat_activity
    where datname = current_database() and application_name like 'meridian%' and application_name not like ${sessionName('%')}
    order by pid`.execute(db)
  return rows
}
