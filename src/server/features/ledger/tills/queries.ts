import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { MAX_TILL_DAYS, type TillDays } from '#shared/ledger/days.ts'
import type { Database, Trx } from '#server/lib/db.ts'

/** Cash as it was recorded. What a closed till lacked is no more of the day's cash than before. */
const OF_TILLS: RawBuilder<unknown> = sql`account = 'cash' and kind <> 'till_difference' and not is_generated`

interface TillRow {
  day: Day
  currency: string
  cents: number
  counted: number | null
  known: number | null
  note: string | null
  closedAt: Date | null
  closedBy: string | null
}

/** Lists the days on which cash moved, the newest first, each with its tills by currency. `today`: the agency's. */
export async function listTillDays(db: Database, today: Day, before: Day | undefined): Promise<TillDays> {
  const { rows } = await sql<TillRow>`
    select moved.day, moved.currency, cents, counted_cents as counted, ledger_cents as known, note, closed_at as "closedAt", users.name as "closedBy"
    from (
      select day, currency, sum(cents) as cents from ledger_sums where ${OF_TILLS} and day = any(array(
        select day from ledger_sums where ${OF_TILLS} and day < ${before ?? 'infinity'} group by day order by day desc limit ${MAX_TILL_DAYS}))
      group by day, currency
    ) as moved left join till_closes on till_closes.day = moved.day and till_closes.currency = moved.currency left join users on users.id = closed_by
    order by moved.day desc, moved.currency`.execute(db)
  return Array.from(
    Map.groupBy(rows, ({ day }) => day),
    ([day, tills]) => ({ day, isOver: day < today, tills: tills.map(toTill) }),
  )
}

function toTill({ currency, cents, counted, known, note, closedAt, closedBy }: TillRow): TillDays[number]['tills'][number] {
  if (counted === null || known === null || closedAt === null) return { currency, ledgerCents: cents, closed: null }
  return {
    currency,
    ledgerCents: cents,
    closed: { countedCents: counted, ledgerCents: known, note, by: closedBy, at: closedAt.toISOString() },
  }
}

/** Returns what the ledger has for the till of a day; undefined if no cash moved. */
export async function findTillCents(db: Database | Trx, day: Day, currency: string): Promise<number | undefined> {
  const { rows } = await sql<{ cents: number }>`
    select sum(cents) as cents from ledger_sums where ${OF_TILLS} and day = ${day} and currency = ${currency} having count(*) > 0`.execute(
    db,
  )
  return rows[0]?.cents
}
