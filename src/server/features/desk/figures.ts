import { sql } from 'kysely'
import { addDays, dayIn, type Day } from '#shared/dates.ts'
import type { StaffFigures } from '#shared/desk/figures.ts'
import { getFigures } from '#shared/desk/staff-calls.ts'
import { centsToDecimal, isCurrency } from '#shared/money.ts'
import { sumMoneyByDay } from '#server/features/ledger/days.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import type { Serving } from '#server/lib/serve.ts'

export function figures({ read }: Serving, { config, now }: Pick<Deps, 'config' | 'now'>): void {
  read(getFigures, async ({ db, query }) => {
    const timeZone = config.AGENCY_TIME_ZONE
    const to = dayIn(timeZone, now())
    return sumFigures(db, { from: addDays(to, 1 - query.days), to, timeZone })
  })
}

interface Span {
  from: Day
  to: Day
  /** The agency's time zone, in which the days begin and end. */
  timeZone: string
}

/** Returns bookings per day, from the sums that the database keeps per quarter of an hour, and money per day, from the ledger. */
export async function sumFigures(db: Database, { from, to, timeZone }: Span): Promise<StaffFigures> {
  const [{ rows: bookings }, money] = await Promise.all([
    // Each day looks up its own: joined, the planner would compare each with every quarter of an hour.
    sql<StaffFigures['bookings'][number]>`
      select day::date, coalesce(tours, 0) as tours, coalesce(vehicles, 0) as vehicles
      from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day
      cross join lateral (
        select sum(tours) as tours, sum(vehicles) as vehicles from sales_sums
        where quarter >= day at time zone ${timeZone} and quarter < (day + interval '1 day') at time zone ${timeZone}
      ) as sold
      order by day`.execute(db),
    sumMoneyByDay(db, { from, to }),
  ])
  const byCurrency = Map.groupBy(money, ({ currency }) => currency)
  return {
    bookings,
    money: [...byCurrency.keys()]
      .filter(isCurrency)
      .toSorted()
      .map((currency) => ({
        currency,
        days: bookings.map(({ day }) => {
          const own = byCurrency.get(currency)?.find((each) => each.day === day)
          return { day, received: centsToDecimal(own?.receivedCents ?? 0), returned: centsToDecimal(own?.returnedCents ?? 0) }
        }),
      })),
  }
}

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
