import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'

const LONGEST_MS = 10_000
const PAUSE_MS = 50

/**
 * Returns an entry's id up to which all entries there will ever be can be read; 0 if there is none. An entry gets its id from a sequence and
 * may be committed after one with a higher id: so whoever is posting once the highest id is known is waited for. They wait for nobody. Throws
 * 503 if one takes longer than `longestMs`.
 */
export async function findHorizon(db: Database, longestMs = LONGEST_MS): Promise<number> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0)::bigint as id from entries`.execute(db)
  const until = Date.now() + longestMs
  let posting = await listPosting(db)
  while (posting.length > 0) {
    if (Date.now() > until) throw new AppError('unavailable', 'Entries are being posted right now. Please try again in a minute.')
    await delay(PAUSE_MS)
    const still = await listPosting(db)
    posting = posting.filter((transaction) => still.includes(transaction))
  }
  return rows[0]?.id ?? 0
}

/** Returns the transactions that may have written entries: whoever does has this lock before its entry has an id, and until its end. */
async function listPosting(db: Database): Promise<string[]> {
  const { rows } = await sql<{ transaction: string }>`
    select virtualtransaction as transaction from pg_locks
    where locktype = 'relation' and relation = 'entries'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ transaction }) => transaction)
}
