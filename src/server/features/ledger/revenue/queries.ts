import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#shared/dates.ts'
import type { Channel, Figures, Revenue, RevenueFilters, RevenueQuery } from '#shared/ledger/revenue.ts'
import { centsToDecimal } from '#shared/money.ts'
import { monthOf, type Month } from '#shared/months.ts'
import type { Database } from '#server/lib/db.ts'
import { literally } from '#server/lib/like.ts'

interface SumRow {
  currency: string
  revenue: number
  kept: number
  paid: number
  refunded: number
  lost: number
  net: number
  fee: number
}

const SUMS = sql`sum(revenue_cents) as revenue, sum(kept_cents) as kept, sum(paid_cents) as paid, sum(refunded_cents) as refunded,
  sum(lost_cents) as lost, sum(paid_cents - refunded_cents - lost_cents) as net, sum(fee_cents) as fee, bool_or(is_generated) as is_generated`
const NOTHING = sql`(sum(revenue_cents), sum(kept_cents), sum(paid_cents), sum(refunded_cents), sum(lost_cents), sum(fee_cents)) = (0, 0, 0, 0, 0, 0)`

/** What rows are told apart by, besides their currency. What is of no tour is told apart by its channel. */
const KEYS = {
  tour: sql`null::date as month, tour_id, case when tour_id is null then channel end as channel`,
  month: sql`month, null as tour_id, null as channel`,
  channel: sql`null::date as month, null as tour_id, channel`,
}

interface Page {
  totals: SumRow[]
  count: number
  rows: (SumRow & { month: Day | null; tour_id: string | null; name: string | null; channel: Channel | null })[]
  isGenerated: boolean
  since: Day | null
}

/** Returns a page of the revenue by tour, month or channel, with the totals of all rows. */
export async function readRevenue(db: Database, query: RevenueQuery): Promise<Revenue> {
  const { by, limit, after } = query
  const { rows } = await sql<Page>`
    with summed as materialized (
      select ${KEYS[by]}, currency, ${SUMS} from revenue_sums where ${conditionsOf(query)} group by 1, 2, 3, currency having not ${NOTHING}
    ), page as (
      select summed.*, (select name from tours where id = tour_id) as name from summed order by ${orderOf(query)} limit ${limit} offset ${after}
    )
    select (select count(*) from summed) as count, coalesce((select bool_or(is_generated) from summed), false) as "isGenerated",
      coalesce((select json_agg(page) from page), '[]') as rows,
      coalesce((select json_agg(total) from (
        select currency, sum(revenue) as revenue, sum(kept) as kept, sum(paid) as paid, sum(refunded) as refunded, sum(lost) as lost,
          sum(net) as net, sum(fee) as fee from summed group by currency order by currency) as total), '[]') as totals,
      (select min(posted_on) from entries) as since`.execute(db)
  const [page = { totals: [], count: 0, rows: [], isGenerated: false, since: null }] = rows
  return {
    totals: page.totals.map(toFigures),
    count: page.count,
    isGenerated: page.isGenerated,
    since: page.since && monthOf(page.since),
    rows: page.rows.map(({ month, tour_id: id, name, channel, ...sums }) => ({
      month: month && monthOf(month),
      tour: id === null ? null : { id, name: name ?? id },
      channel,
      ...toFigures(sums),
    })),
  }
}

/** A sum of several currencies would mean nothing, so that each has its own part of the list. */
function orderOf({ by, sort }: RevenueQuery): RawBuilder<unknown> {
  if (by === 'month') return sql`month desc, currency`
  if (by === 'channel') return sql`array_position(array['online', 'reservation', 'move', 'none'], channel), currency`
  if (sort === 'name') return sql`name, tour_id, channel, currency`
  return sql`currency, ${sql.ref(sort)} desc, tour_id, channel`
}

function conditionsOf({ from, to, channel, tour, search }: RevenueFilters): RawBuilder<unknown> {
  const conditions = [
    sql`month between ${`${from}-01`} and ${`${to}-01`}`,
    ...(channel === undefined ? [] : [sql`channel = ${channel}`]),
    ...(tour === undefined ? [] : [sql`tour_id = ${tour}`]),
    ...(search ? [sql`tour_id in (select id from tours where lower(name) like ${`%${likePattern(search)}%`})`] : []),
  ]
  return sql.join(conditions, sql` and `)
}

function likePattern(text: string): string {
  return literally(text.toLowerCase())
}

function toFigures({ currency, ...sums }: SumRow): Figures {
  const text = (cents: number) => centsToDecimal(cents)
  const { revenue, kept, paid, refunded, lost, net, fee } = sums
  return {
    currency,
    revenue: text(revenue),
    kept: text(kept),
    paid: text(paid),
    refunded: text(refunded),
    lost: text(lost),
    net: text(net),
    fee: text(fee),
  }
}

/** Returns the first and the last month in which anything was posted. */
export async function readKnownMonths(db: Database): Promise<{ from: Month; to: Month } | undefined> {
  const { rows } = await sql<{
    first: Day | null
    last: Day | null
  }>`select min(posted_on) as first, max(posted_on) as last from entries`.execute(db)
  const [{ first, last } = { first: null, last: null }] = rows
  return first && last ? { from: monthOf(first), to: monthOf(last) } : undefined
}

export type FileRow = SumRow & { tourId: string | null; tour: string | null; channel: Channel; isGenerated: boolean }

/** Returns all rows of a month, by tour, channel and currency; what was generated apart from the rest. */
export async function listRevenueOf(db: Database, month: Month, filters: RevenueFilters): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select tour_id as "tourId", (select name from tours where id = tour_id) as tour, channel, currency,
      ${SUMS}, is_generated as "isGenerated"
    from revenue_sums where ${conditionsOf({ ...filters, from: month, to: month })}
    group by tour_id, channel, currency, revenue_sums.is_generated having not ${NOTHING}
    order by tour, tour_id, channel, currency, revenue_sums.is_generated`.execute(db)
  return rows
}
