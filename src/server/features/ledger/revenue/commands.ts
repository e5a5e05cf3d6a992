import { sql } from 'kysely'
import type { Database, Trx } from '#server/lib/db.ts'

const KEY = sql.raw('month, tour_id, channel, currency, is_generated')
const COLUMNS = ['revenue_cents', 'kept_cents', 'paid_cents', 'refunded_cents', 'lost_cents', 'fee_cents']
const CENTS = sql.raw(COLUMNS.join(', '))
const SUMS = sql.raw(COLUMNS.map((name) => `sum(${name})`).join(', '))
const RAISED = sql.raw(COLUMNS.map((name) => `${name} = revenue_months.${name} + excluded.${name}`).join(', '))

/** Adds what was posted since to the row of each month. Readers see the same sums before and after. */
export async function addUpRevenue(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockProgress(trx)
    await sql`
      with noted as (delete from revenue_months where not is_added_up returning *)
      insert into revenue_months (${KEY}, ${CENTS}, is_added_up)
        select ${KEY}, ${SUMS}, true from noted group by ${KEY} order by ${KEY}
      on conflict (${KEY}) where is_added_up do update set ${RAISED}`.execute(trx)
  })
}

/** Sums the next entries that are not in the months yet. Returns whether there are more. */
export async function sumNextRevenue(db: Database, most: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const { revenue_after: after, revenue_until: until } = await lockProgress(trx)
    if (after >= until) return false
    const last = Math.min(after + most, until)
    await sql`
      insert into revenue_months (${KEY}, ${CENTS})
        select ${KEY}, ${SUMS} from revenue_postings where entry_id > ${after} and entry_id <= ${last} group by ${KEY}`.execute(trx)
    await trx.updateTable('ledger_progress').set({ revenue_after: last }).execute()
    return last < until
  })
}

/** Empties the months, so that all entries are summed again. Sums stay right meanwhile, read from the postings. */
export async function emptyRevenue(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockProgress(trx)
    // Most rows go before anybody has to wait.
    await trx.deleteFrom('revenue_months').execute()
    // Whoever is posting ends first, or posts later: its entry is either among those to be summed, or its rows come after the deletion.
    await sql`lock table postings in share row exclusive mode`.execute(trx)
    await trx.deleteFrom('revenue_months').execute()
    await sql`update ledger_progress set revenue_after = 0, revenue_until = coalesce((select max(id) from entries), 0)`.execute(trx)
  })
}

/** Only one moves rows of the months at a time: a deletion sees no rows that another is just writing. */
async function lockProgress(trx: Trx) {
  return trx.selectFrom('ledger_progress').select(['revenue_after', 'revenue_until']).forUpdate().executeTakeFirstOrThrow()
}
