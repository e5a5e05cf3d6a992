import { sql } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { centsToDecimal, isCurrency } from '#shared/money.ts'
import type { StaffFigures } from '#shared/staff-figures.ts'
import type { Database } from '#server/lib/db.ts'

interface Span {
  from: Day
  to: Day
  /** The agency's, whose days these are. */
  timeZone: string
}

/**
 * Returns what was booked and what money moved on each day. Every day is a range of an index that holds all that is summed, so that
 * no row of a table is read.
 */
export async function sumFigures(db: Database, span: Span): Promise<StaffFigures> {
  const [bookings, money] = await Promise.all([sumBookings(db, span), sumMoney(db, span)])
  return { bookings, money }
}

/** The days of a span with the moments between which each lies. */
function days({ from, to, timeZone }: Span) {
  return sql`(select day::date as day, day at time zone ${timeZone} as starts_at, (day + interval '1 day') at time zone ${timeZone} as ends_at
    from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') as day) as days`
}

async function sumBookings(db: Database, span: Span): Promise<StaffFigures['bookings']> {
  const { rows } = await sql<StaffFigures['bookings'][number]>`
    select day, tours, vehicles from ${days(span)} cross join lateral (
      select (count(*) filter (where kind = 'tour'))::integer as tours, (count(*) filter (where kind = 'vehicle'))::integer as vehicles
      from bookings where confirmed_at >= starts_at and confirmed_at < ends_at) as sums
    order by day`.execute(db)
  return rows
}

async function sumMoney(db: Database, span: Span): Promise<StaffFigures['money']> {
  const { rows } = await sql<{ day: Day; currency: string | null; received: number; returned: number }>`
    with moved as (
      select day, currency, received, 0 as returned from ${days(span)} cross join lateral (
        select currency, sum(amount_cents) as received from payments where paid_at >= starts_at and paid_at < ends_at
        group by currency) as sums
      union all
      select day, currency, 0, returned from ${days(span)} cross join lateral (
        select currency, sum(amount_cents) as returned from refunds
        where coalesce(made_at, created_at) >= starts_at and coalesce(made_at, created_at) < ends_at
          and provider_refund_id is not null and state in ('pending', 'succeeded')
        group by currency) as sums)
    select day, currency, coalesce(sum(received), 0) as received, coalesce(sum(returned), 0) as returned
    from ${days(span)} left join moved using (day) group by day, currency order by day`.execute(db)
  const allDays = [...new Set(rows.map(({ day }) => day))]
  const currencies = [...new Set(rows.map(({ currency }) => currency))].filter(isCurrency).toSorted()
  return currencies.map((currency) => {
    const sums = new Map(rows.filter((row) => row.currency === currency).map((row) => [row.day, row]))
    return {
      currency,
      days: allDays.map((day) => ({
        day,
        received: centsToDecimal(sums.get(day)?.received ?? 0),
        returned: centsToDecimal(sums.get(day)?.returned ?? 0),
      })),
    }
  })
}
