import { sql } from 'kysely'
import type { Database, Trx } from '#server/lib/db.ts'

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

/** Empties the days, so that all entries are summed again. Sums stay right meanwhile, read from the postings. */
export async function emptyDays(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockProgress(trx)
    // Whoever is posting ends first, or posts later: its entry is either among those to be summed, or its rows come after the deletion.
    await sql`lock table postings in share row exclusive mode`.execute(trx)
    await trx.deleteFrom('ledger_days').execute()
    await sql`update ledger_progress set summed_after = 0, summed_until = coalesce((select max(id) from entries), 0)`.execute(trx)
  })
}

/** Only one moves rows of the days at a time: a deletion sees no rows that another is just writing. */
async function lockProgress(trx: Trx) {
  return trx.selectFrom('ledger_progress').select(['summed_after', 'summed_until']).forUpdate().executeTakeFirstOrThrow()
}
