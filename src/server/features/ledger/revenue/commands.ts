import { sql } from 'kysely'
import type { Database, Trx } from '#server/lib/db.ts'
import { CENTS, IS_ANYTHING, KEY, RAISED, SUMMED } from './sums.ts'

/** Adds what was posted since to the kept sums, `most` rows at a time. Readers see the same sums before and after each. */
export async function addUpRevenue(db: Database, most = 50_000): Promise<void> {
  while (await addUpNext(db, most));
}

async function addUpNext(db: Database, most: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockProgress(trx)
    const { rows } = await sql<{ count: number }>`
      with noted as (
        delete from revenue_months where ctid = any (array(select ctid from revenue_months order by month limit ${most})) returning *
      ), summed as (
        select ${KEY}, ${SUMMED} from noted group by ${KEY} having ${IS_ANYTHING}
      ), added as (
        select told::date, since_january, grouping(tour_id) = 1, tour_id, channel, currency, is_generated, ${SUMMED}
        from (select * from summed) as months (${KEY}, ${CENTS}) cross join lateral (
          select month::timestamp as told, false as since_january
          union all
          select generate_series(month::timestamp, date_trunc('year', month::timestamp) + interval '11 months', interval '1 month'), true
        ) as spans
        group by grouping sets ((told, since_january, tour_id, channel, currency, is_generated), (told, since_january, channel, currency, is_generated))
      ), kept as (
        insert into revenue_rollups (month, since_january, is_total, tour_id, channel, currency, is_generated, ${CENTS})
          select * from added order by 1, 2, 3, 4
        on conflict (month, since_january, is_total, tour_id, channel, currency, is_generated) do update set ${RAISED}
      )
      select count(*) as count from noted`.execute(trx)
    return rows[0]?.count === most
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
        select ${KEY}, ${SUMMED} from revenue_postings where entry_id > ${after} and entry_id <= ${last} group by ${KEY}`.execute(trx)
    await trx.updateTable('ledger_progress').set({ revenue_after: last }).execute()
    return last < until
  })
}

/** Empties all kept sums, so that all entries are summed again. Sums stay right meanwhile, read from the postings. */
export async function emptyRevenue(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockProgress(trx)
    // Most rows go before anybody has to wait.
    await trx.deleteFrom('revenue_rollups').execute()
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
