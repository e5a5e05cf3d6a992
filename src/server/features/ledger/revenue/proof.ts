import { sql } from 'kysely'
import { addMonths, rangeOf, type Month } from '#shared/months.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import { listMonths } from '../days/queries.ts'
import { CENTS, IS_ANYTHING, NEGATED, rowsOf } from './sums.ts'

const KEPT_MONTHS = sql`select min(month), max(month) from revenue_rollups union all select min(month), max(month) from revenue_months`

/**
 * Returns the months whose revenue is not that of the postings, tour by tour, or not that of `ledger_sums`, account by account, or of which all tours together, or what
 * came since January, are not the sums of it.
 */
export async function listUnevenMonths(db: Database | Trx, stopping?: AbortSignal): Promise<Month[]> {
  const uneven: Month[] = []
  for (const month of await listMonths(db, KEPT_MONTHS)) {
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
      select * from ${rowsOf({ from: month, to: month }, { isTotal: false })} as asked
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
      select tour_id, channel, currency, is_generated, ${CENTS} from kept
      union all
      select tour_id, channel, currency, is_generated, ${NEGATED} from revenue_postings where posted_on between ${from} and ${to}
    ), of_totals as (
      select channel, currency, is_generated, ${CENTS} from revenue_rollups where month = ${from} and not since_january and is_total
      union all
      select channel, currency, is_generated, ${NEGATED} from revenue_rollups where month = ${from} and not since_january and not is_total
    ), since_january as (
      select is_total, tour_id, channel, currency, is_generated, ${CENTS} from revenue_rollups where month = ${from} and since_january
      union all
      select is_total, tour_id, channel, currency, is_generated, ${NEGATED} from revenue_rollups
        where month = ${from} and not since_january or month = ${rangeOf(addMonths(month, -1)).from} and since_january and not ${month.endsWith('-01')}
    )
    select exists (
      select from of_accounts where what is not null group by currency, is_generated, what having sum(cents) <> 0
    ) or exists (
      select from of_tours group by tour_id, channel, currency, is_generated having ${IS_ANYTHING}
    ) or exists (
      select from of_totals group by channel, currency, is_generated having ${IS_ANYTHING}
    ) or exists (
      select from since_january group by is_total, tour_id, channel, currency, is_generated having ${IS_ANYTHING}
    ) as "isUneven"`.execute(db)
  return rows[0]?.isUneven ?? false
}
