import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { centsToDecimal, isCurrency } from '#shared/money.ts'
import type { StaffFigures } from '#shared/desk/figures.ts'
import type { Database } from '#server/lib/db.ts'

interface Span {
  from: Day
  to: Day
  /** The agency's time zone, in which the days begin and end. */
  timeZone: string
}

interface SumsRow {
  day: Day
  /** Null on a day without business. */
  currency: string | null
  tours: number
  vehicles: number
  received: number
  returned: number
}

/** Returns bookings and money per day, from the sums that the database keeps per quarter of an hour. */
export async function sumFigures(db: Database, { from, to, timeZone }: Span): Promise<StaffFigures> {
  const { rows } = await sql<SumsRow>`
    select day::date, currency, coalesce(sum(tours), 0) as tours, coalesce(sum(vehicles), 0) as vehicles,
      coalesce(sum(received_cents), 0) as received, coalesce(sum(returned_cents), 0) as returned
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day
    left join sales_sums on quarter >= day at time zone ${timeZone} and quarter < (day + interval '1 day') at time zone ${timeZone}
    group by day, currency order by day, currency`.execute(db)
  const byDay = Map.groupBy(rows, ({ day }) => day)
  const currencies = [...new Set(rows.filter(({ received, returned }) => received !== 0 || returned !== 0).map(({ currency }) => currency))]
  return {
    bookings: Array.from(byDay, ([day, sums]) => ({
      day,
      tours: sums.reduce((all, { tours }) => all + tours, 0),
      vehicles: sums.reduce((all, { vehicles }) => all + vehicles, 0),
    })),
    money: currencies
      .filter(isCurrency)
      .toSorted()
      .map((currency) => ({
        currency,
        days: Array.from(byDay, ([day, sums]) => {
          const own = sums.find((each) => each.currency === currency)
          return { day, received: centsToDecimal(own?.received ?? 0), returned: centsToDecimal(own?.returned ?? 0) }
        }),
      })),
  }
}
