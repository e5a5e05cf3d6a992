import { sql } from 'kysely'
import { rangeOf, type Month } from '#shared/months.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { listMonths } from '../days/queries.ts'

/** Returns the months whose revenue is not that of the postings, tour by tour, or not that of `ledger_sums`, account by account. */
export async function listUnevenMonths(db: Database | Trx, stopping?: AbortSignal): Promise<Month[]> {
  const uneven: Month[] = []
  for (const month of await listMonths(db, sql`select min(month), max(month) from revenue_months`)) {
    if (stopping?.aborted) break
    if (await isUneven(db, month)) uneven.push(month)
  }
  return uneven
}

/** One statement, so that all sides are of the same moment. */
async function isUneven(db: Database | Trx, month: Month): Promise<boolean> {
  const { from, to } = rangeOf(month)
  const { rows } = await sql<{ isUneven: boolean }>`
    with kept as materialized (
      select * from revenue_sums where month = ${from}
    ), of_accounts as (
      select currency, is_generated,
        case when account in ('revenue', 'cancellation_fees', 'dispute_losses', 'provider_fees') then account
          when account = 'refunds_payable' and kind <> 'refund_owed' then 'refunded'
          when account in ('provider_clearing', 'bank', 'cash') and kind in ('received', 'voided') then 'paid' end as what, cents
      from ledger_sums where day between ${from} and ${to}
      union all
      select currency, is_generated, what, -cents from kept cross join lateral (values
        ('revenue', -revenue_cents), ('cancellation_fees', -kept_cents), ('dispute_losses', lost_cents), ('provider_fees', fee_cents),
        ('refunded', refunded_cents), ('paid', paid_cents)) as parts (what, cents)
    ), of_tours as (
      select tour_id, channel, currency, is_generated, revenue_cents, kept_cents, paid_cents, refunded_cents, lost_cents, fee_cents from kept
      union all
      select tour_id, channel, currency, is_generated, -revenue_cents, -kept_cents, -paid_cents, -refunded_cents, -lost_cents, -fee_cents
        from revenue_postings where posted_on between ${from} and ${to}
    )
    select exists (
      select from of_accounts where what is not null group by currency, is_generated, what having sum(cents) <> 0
    ) or exists (
      select from of_tours group by tour_id, channel, currency, is_generated
      having (sum(revenue_cents), sum(kept_cents), sum(paid_cents), sum(refunded_cents), sum(lost_cents), sum(fee_cents)) <> (0, 0, 0, 0, 0, 0)
    ) as "isUneven"`.execute(db)
  return rows[0]?.isUneven ?? false
}
