import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Database, Trx } from '#server/lib/db.ts'

/** The entries after the one id, up to the other; generated ones among them or not. */
interface Range {
  afterId: number
  untilId: number
  withGenerated: boolean
}

const isWanted = ({ withGenerated }: Range) => sql`(${withGenerated}::boolean or not is_generated)`

/** Ends a range so that it has at most `most` entries. */
export async function boundRange(db: Database | Trx, range: Range, most: number): Promise<Range> {
  const { rows } = await sql<{ id: number }>`
    select id from entries where id > ${range.afterId} and id <= ${range.untilId} and ${isWanted(range)}
    order by id offset ${most - 1} limit 1`.execute(db)
  return { ...range, untilId: rows[0]?.id ?? range.untilId }
}

/** Counts the entries of a range; the days are null if there is none. */
export async function countEntries(db: Database | Trx, range: Range) {
  const { rows } = await sql<{ entries: number; firstDay: Day | null; lastDay: Day | null }>`
    select count(*)::integer as entries, min(posted_on) as "firstDay", max(posted_on) as "lastDay" from entries
    where id > ${range.afterId} and id <= ${range.untilId} and ${isWanted(range)}`.execute(db)
  return rows[0] ?? { entries: 0, firstDay: null, lastDay: null }
}

/** Sums the debits and the credits of a range in each currency. */
export async function sumRange(db: Database | Trx, range: Range) {
  const { rows } = await sql<{ currency: string; debit_cents: number; credit_cents: number }>`
    select currency, coalesce(sum(amount_cents) filter (where amount_cents > 0), 0)::bigint as debit_cents,
      coalesce(-sum(amount_cents) filter (where amount_cents < 0), 0)::bigint as credit_cents
    from entries join postings on entry_id = entries.id
    where entries.id > ${range.afterId} and entries.id <= ${range.untilId} and entry_id > ${range.afterId} and entry_id <= ${range.untilId}
      and ${isWanted(range)}
    group by currency order by currency`.execute(db)
  return rows
}
