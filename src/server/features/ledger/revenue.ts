import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { CHANNELS, type Channel, type Figures, type Revenue, type RevenueFilters, type RevenueQuery } from '#shared/ledger/revenue.ts'
import { downloadRevenue, getRevenue } from '#shared/ledger/staff-calls.ts'
import { centsToDecimal, centsToUnits } from '#shared/money.ts'
import { addMonths, monthOf, type Month } from '#shared/months.ts'
import { recordExport, type FilePart } from '#server/features/audit/commands.ts'
import { BYTE_ORDER_MARK, csvLine, sendCsvFile } from '#server/lib/csv.ts'
import type { Database } from '#server/lib/db.ts'
import type { Serving } from '#server/lib/serve.ts'
import { foundFor, IS_ANY, IS_ANYTHING, rowsOf } from './revenue-sums.ts'

export function revenueCalls({ read }: Serving, now: () => Date): void {
  read(getRevenue, async ({ db, query }) => readRevenue(db, query))
  read(downloadRevenue, async ({ db, actor, query, reply }) => {
    const entry = { actor, action: 'revenue.exported', subject: { kind: 'journal', id: null } } as const
    const file = revenueFile(db, query, await readKnownMonths(db))
    return sendCsvFile(reply, { name: 'revenue', at: now() }, recordExport(db, entry, query, file))
  })
}

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

const SUMS = sql`sum_cents(revenue_cents) as revenue, sum_cents(kept_cents) as kept, sum_cents(paid_cents) as paid, sum_cents(refunded_cents) as refunded,
  sum_cents(lost_cents) as lost, sum_cents(paid_cents - refunded_cents - lost_cents) as net, sum_cents(fee_cents) as fee`

/** What rows are told apart by, besides their currency. What is of no tour is told apart by its channel. */
const KEYS = {
  tour: sql`null::date as month, tour_id, case when tour_id is null then channel end as channel`,
  month: sql`month, null as tour_id, null as channel`,
  channel: sql`null::date as month, null as tour_id, channel`,
}

const SHOWN = sql.raw(['month', 'tour_id', 'channel', 'currency', 'revenue', 'kept', 'paid', 'refunded', 'lost', 'net', 'fee'].join(', '))

interface Page {
  totals: (SumRow & { count: number })[]
  rows: (SumRow & { month: Day | null; tour_id: string | null; name: string | null; channel: Channel | null })[]
  isGenerated: boolean
  since: Day | null
}

/** Returns a page of the revenue by tour, month or channel, with the totals of all rows. */
export async function readRevenue(db: Database, query: RevenueQuery): Promise<Revenue> {
  const { by, sort, limit, after, from, to, tour, search } = query
  const isOfAll = tour === undefined && !search
  const wanted = { isTotal: isOfAll && by !== 'tour', isByMonth: by === 'month' }
  const { rows } = await sql<Page>`
    ${foundFor(query)}, summed as materialized (
      select ${KEYS[by]}, currency, ${SUMS} from ${rowsOf(query, wanted)} as asked group by 1, 2, 3, currency having ${IS_ANYTHING}
    ), page as (
      select ${SHOWN}, (select name from tours where id = tour_id) as name from (
        select ${SHOWN} from summed ${sort === 'name' ? sql`left join (select id, name from tours) as named on id = tour_id` : sql``}
        order by ${orderOf(query)} limit ${limit} offset ${after}) as shown
    )
    select coalesce((select json_agg(page) from page), '[]') as rows,
      coalesce((select json_agg(total) from (
        select currency, count(*) as count, sum_cents(revenue) as revenue, sum_cents(kept) as kept, sum_cents(paid) as paid,
          sum_cents(refunded) as refunded, sum_cents(lost) as lost, sum_cents(net) as net, sum_cents(fee) as fee
        from summed group by currency order by currency) as total), '[]') as totals,
      ${isOfAll ? anyGenerated(query, true) : sql`${anyGenerated({ from, to }, true)} and ${anyGenerated(query, false)}`} as "isGenerated",
      (select min(posted_on) from entries) as since`.execute(db)
  const [page = { totals: [], rows: [], isGenerated: false, since: null }] = rows
  return {
    totals: page.totals.map(toFigures),
    count: page.totals.reduce((all, { count }) => all + count, 0),
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

/** Whether any row of the months was generated, the first of which ends the search. */
function anyGenerated(filters: RevenueFilters, isTotal: boolean): RawBuilder<unknown> {
  return sql`exists (select from ${rowsOf(filters, { isTotal, isByMonth: true })} as asked where is_generated and ${IS_ANY})`
}

/** A sum of several currencies would mean nothing, so that each has its own part of the list. */
function orderOf({ by, sort }: RevenueQuery): RawBuilder<unknown> {
  if (by === 'month') return sql`month desc, currency`
  if (by === 'channel') return sql`array_position(array['online', 'reservation', 'move', 'none'], channel), currency`
  if (sort === 'name') return sql`named.name, tour_id, channel, currency`
  return sql`currency, ${sql.ref(sort)} desc, tour_id, channel`
}

function toFigures({ currency, revenue, kept, paid, refunded, lost, net, fee }: SumRow): Figures {
  const text = (cents: number) => centsToDecimal(cents)
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
async function readKnownMonths(db: Database): Promise<{ from: Month; to: Month } | undefined> {
  const { rows } = await sql<{
    first: Day | null
    last: Day | null
  }>`select min(posted_on) as first, max(posted_on) as last from entries`.execute(db)
  const [{ first, last } = { first: null, last: null }] = rows
  return first && last ? { from: monthOf(first), to: monthOf(last) } : undefined
}

type FileRow = SumRow & { tourId: string | null; tour: string | null; channel: Channel; isGenerated: boolean }

/** Returns all rows of a month, by tour, channel and currency; what was generated apart from the rest. */
export async function listRevenueOf(db: Database, month: Month, filters: RevenueFilters): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    ${foundFor(filters)}
    select tour_id as "tourId", (select name from tours where id = tour_id) as tour, channel, currency,
      ${SUMS}, is_generated as "isGenerated"
    from ${rowsOf({ ...filters, from: month, to: month }, { isTotal: false })} as asked
    group by tour_id, channel, currency, is_generated having ${IS_ANYTHING}
    order by tour, tour_id, channel, currency, is_generated`.execute(db)
  return rows
}

/** Consumers read columns by position, so add new ones at the end. */
const COLUMNS = [
  'Month',
  'Tour',
  'Tour id',
  'Channel',
  'Currency',
  'Revenue',
  'Cancellation fees',
  'Paid',
  'Refunded',
  'Dispute losses',
  'Net',
  'Processing fees',
  'Generated',
]

/** In CSV format, a month at a time: one row for each tour, channel and currency. Only months of `known`, both inclusive, are looked at. */
async function* revenueFile(
  db: Database,
  filters: RevenueFilters,
  known: { from: Month; to: Month } | undefined,
): AsyncGenerator<FilePart> {
  yield { text: BYTE_ORDER_MARK + csvLine(COLUMNS), rows: 0 }
  if (!known) return
  const last = filters.to < known.to ? filters.to : known.to
  for (let month = filters.from > known.from ? filters.from : known.from; month <= last; month = addMonths(month, 1)) {
    const rows = await listRevenueOf(db, month, filters)
    yield { text: rows.map((row) => lineOf(month, row)).join(''), rows: rows.length }
  }
}

function lineOf(month: Month, row: FileRow): string {
  const { tour, tourId, channel, currency, revenue, kept, paid, refunded, lost, net, fee, isGenerated } = row
  const amounts = [revenue, kept, paid, refunded, lost, net, fee].map((cents) => centsToUnits(cents))
  return csvLine([month, tour, tourId, CHANNELS[channel], currency, ...amounts, isGenerated ? 'yes' : null])
}
