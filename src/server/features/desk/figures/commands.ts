import { sql } from 'kysely'
import type { Database } from '#server/lib/db.ts'

/**
 * Merges the sums stored per quarter of an hour. It is a single statement, so that readers always see the same totals
 * and two concurrent runs each merge what the other left.
 */
export async function addUpSales(db: Database): Promise<void> {
  await sql`
    with noted as (
      delete from sales_sums where (quarter, currency) in (select quarter, currency from sales_sums group by quarter, currency having count(*) > 1)
      returning *)
    insert into sales_sums (quarter, currency, tours, vehicles)
      select quarter, currency, sum(tours), sum(vehicles) from noted group by quarter, currency`.execute(db)
}
