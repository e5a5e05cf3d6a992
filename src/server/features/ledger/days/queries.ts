import { sql, type RawBuilder } from 'kysely'
import { addMonths, monthOf, rangeOf, type Month } from '#shared/months.ts'
import type { Day } from '#shared/dates.ts'
import type { Database, Trx } from '#server/lib/db.ts'

export interface DayMoney {
  day: Day
  currency: string
  receivedCents: number
  /** Paid back in whatever way, and lost in disputes. */
  returnedCents: number
}

/** Returns what came in, less what was voided as never received, and what went back on each day that has any, both ends included. */
export async function sumMoneyByDay(db: Database | Trx, { from, to }: { from: Day; to: Day }): Promise<DayMoney[]> {
  const { rows } = await sql<DayMoney>`
    select * from (
      select day, currency,
        coalesce(sum(cents) filter (where kind in ('received', 'voided') and account in ('provider_clearing', 'bank', 'cash')), 0) as "receivedCents",
        coalesce(sum(cents) filter (where account = 'refunds_payable' and kind <> 'refund_owed' or account = 'dispute_losses'), 0) as "returnedCents"
      from ledger_sums where day between ${from} and ${to} group by day, currency
    ) as sums where "receivedCents" <> 0 or "returnedCents" <> 0 order by day, currency`.execute(db)
  return rows
}

/** Returns the days on which the sums are not those of the postings, by reading both month by month. */
export async function listUnevenDays(db: Database | Trx, stopping?: AbortSignal): Promise<Day[]> {
  const uneven: Day[] = []
  for (const month of await listMonths(db, sql`select min(day), max(day) from ledger_days`)) {
    if (stopping?.aborted) break
    uneven.push(...(await listUnevenDaysOf(db, month)))
  }
  return uneven
}

/** Lists the months from the first to the last in which anything was posted or kept; `kept` selects the ends of what is kept. */
export async function listMonths(db: Database | Trx, kept: RawBuilder<unknown>): Promise<Month[]> {
  const { rows } = await sql<{ first: Day | null; last: Day | null }>`
    select min(first) as first, max(last) as last from (
      select min(posted_on) as first, max(posted_on) as last from entries union all ${kept}) as ends`.execute(db)
  const [{ first, last } = { first: null, last: null }] = rows
  const months: Month[] = []
  if (first === null || last === null) return months
  for (let month = monthOf(first); month <= monthOf(last); month = addMonths(month, 1)) months.push(month)
  return months
}

/** One statement, so that both sides are of the same moment. */
async function listUnevenDaysOf(db: Database | Trx, month: Month): Promise<Day[]> {
  const { from, to } = rangeOf(month)
  const { rows } = await sql<{ day: Day }>`
    select distinct day from (
      select day, kind, account, currency, is_generated, cents from ledger_sums where day between ${from} and ${to}
      union all
      select posted_on, kind, account, currency, is_generated, -amount_cents from entries join postings on entry_id = entries.id
        where posted_on between ${from} and ${to}
    ) as sides group by day, kind, account, currency, is_generated having sum(cents) <> 0 order by day`.execute(db)
  return rows.map(({ day }) => day)
}
