import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { addMonths, monthOf, rangeOf, type Month } from '#shared/months.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { isMoney } from './booking-sums.ts'

const ENTRIES_AT_ONCE = 20_000

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
        coalesce(sum(cents) filter (where kind in ('received', 'voided') and ${isMoney}), 0) as "receivedCents",
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

/** Sums the entries that were posted before there were days, or all after `emptyDays`. Goes on where it was interrupted. */
export async function sumEntries({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    if (stopping?.aborted || !(await sumNextEntries(db, ENTRIES_AT_ONCE))) return
  }
}

/** Makes all days again from the postings. */
export async function remakeDays(deps: Pick<Deps, 'db'>): Promise<void> {
  await emptyDays(deps.db)
  await sumEntries(deps)
  await addUpDays(deps.db)
}

/** Compares the days with the postings. Opens one task for all that differ. */
export async function compareDays({ db, now }: Pick<Deps, 'db' | 'now'>, stopping?: AbortSignal): Promise<void> {
  const days = await listUnevenDays(db, stopping)
  if (days.length === 0) return
  const others = days.length === 1 ? '' : ` and ${days.length - 1} more`
  const cause = `The daily totals for ${days[0]}${others} don’t match the ledger. Rebuild them with “npm run ledger -- remake-days” and find out what caused it. This task doesn’t move any money.`
  await db.transaction().execute(async (trx) => openTask(trx, { kind: 'note', subject: 'ledger days', cause }, now()))
}

/** Merges the rows of each day. Readers see the same sums before and after. */
export async function addUpDays(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockProgress(trx)
    await sql`
      with noted as (
        delete from ledger_days where (day, kind, account, currency, is_generated) in (
          select day, kind, account, currency, is_generated from ledger_days
          group by day, kind, account, currency, is_generated having count(*) > 1)
        returning *)
      insert into ledger_days
        select day, kind, account, currency, is_generated, sum(cents) from noted
        group by day, kind, account, currency, is_generated`.execute(trx)
  })
}

/** Sums the next entries that are not in the days yet. Returns whether there are more. */
export async function sumNextEntries(db: Database, most: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { summed_after: after, summed_until: until } = await lockProgress(trx)
    if (after >= until) return false
    const last = Math.min(after + most, until)
    await sql`
      insert into ledger_days (day, kind, account, currency, is_generated, cents)
        select posted_on, kind, account, currency, is_generated, sum(amount_cents) from entries join postings on entry_id = entries.id
        where entries.id > ${after} and entries.id <= ${last} and entry_id > ${after} and entry_id <= ${last}
        group by posted_on, kind, account, currency, is_generated`.execute(trx)
    await trx.updateTable('ledger_progress').set({ summed_after: last }).execute()
    return last < until
  })
}

/** Empties the days, so that all entries are summed again. Until then sums are read from the postings, so they stay right. */
export async function emptyDays(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockProgress(trx)
    // A transaction that is posting ends first, or posts later: its entry is either among those to be summed, or its rows come after the deletion.
    await sql`lock table postings in share row exclusive mode`.execute(trx)
    await trx.deleteFrom('ledger_days').execute()
    await sql`update ledger_progress set summed_after = 0, summed_until = coalesce((select max(id) from entries), 0)`.execute(trx)
  })
}

/** Only one transaction at a time moves rows of the days, since a deletion doesn’t see rows that another is writing. */
async function lockProgress(trx: Trx) {
  return trx.selectFrom('ledger_progress').select(['summed_after', 'summed_until']).forUpdate().executeTakeFirstOrThrow()
}
