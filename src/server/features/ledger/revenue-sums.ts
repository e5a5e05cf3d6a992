import { sql, type RawBuilder } from 'kysely'
import type { RevenueFilters } from '#shared/ledger/revenue.ts'
import { addMonths, rangeOf, type Month } from '#shared/months.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { formOf } from '#server/lib/search-forms.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { isMoney } from './booking-sums.ts'
import { listMonths } from './days.ts'

const NAMES = ['revenue_cents', 'kept_cents', 'paid_cents', 'refunded_cents', 'lost_cents', 'fee_cents'] as const

/** What a row is about. */
const KEY = sql.raw('month, tour_id, channel, currency, is_generated')
/** The columns of money, each by itself, summed, and summed with another sign. */
const CENTS = sql.raw(NAMES.join(', '))
const SUMMED = sql.raw(NAMES.map((name) => `sum_cents(${name})`).join(', '))
const NEGATED = sql.raw(NAMES.map((name) => `-${name}`).join(', '))
const RAISED = sql.raw(NAMES.map((name) => `${name} = revenue_rollups.${name} + excluded.${name}`).join(', '))
/** Whether the row, or the sum of some, is more than zeros. */
export const IS_ANY = sql`(${CENTS}) <> (0, 0, 0, 0, 0, 0)`
export const IS_ANYTHING = sql`(${SUMMED}) <> (0, 0, 0, 0, 0, 0)`

const COLUMNS = sql`${KEY}, ${CENTS}`
const SIGNED = sql.raw(NAMES.map((name) => `sign * ${name} as ${name}`).join(', '))

interface Wanted {
  /** Whether the kept sums of all tours together will do. */
  isTotal: boolean
  /** Whether each row has to say its month. */
  isByMonth?: boolean
}

/** Begins a statement with `rowsOf` in it: the tours that are searched for are looked up once. */
export function foundFor({ search = '' }: RevenueFilters): RawBuilder<unknown> {
  return sql`with found as materialized (select id from tours where ${formOf(sql`name`)} like ${partOf(search)})`
}

/**
 * Selects rows whose sums are those of the asked months at any moment: what is kept of each month, or what came since January at some ends of
 * them, and whatever is not in that yet. Columns: month, tour_id, channel, currency, is_generated and those of money.
 */
export function rowsOf(filters: RevenueFilters, { isTotal, isByMonth = false }: Wanted): RawBuilder<unknown> {
  const { from, to, channel, tour, search } = filters
  const months = sql`month between ${firstDay(from)} and ${firstDay(to)}`
  const isAsked = sql`${channel === undefined ? sql`true` : sql`channel = ${channel}`} and ${tour === undefined ? sql`true` : sql`tour_id = ${tour}`}`
  const isKept = sql`is_total = ${sql.lit(isTotal)} and ${isAsked}`
  const isFound = search ? sql`tour_id in (select id from found)` : sql`true`
  // “Is true” has the found hashed: the planner expects one at most, and would compare each row with all of them.
  const isAmongFound = search ? sql`(${isFound}) is true` : sql`true`
  return sql`(
    ${
      isByMonth
        ? sql`select ${COLUMNS} from revenue_rollups where ${months} and not since_january and ${isKept} and ${isFound}`
        : endsOf(filters, sql`${isKept} and ${isAmongFound}`)
    }
    union all
    select ${COLUMNS} from revenue_since where ${months} and ${isAsked} and ${isAmongFound})`
}

/**
 * What came in a single month, or since January at the end of the last month and of the years before it, less what came before the first month
 * in its year.
 */
function endsOf({ from, to }: RevenueFilters, isKept: RawBuilder<unknown>): RawBuilder<unknown> {
  const ends = from > to ? [] : [{ month: to, sign: 1 }]
  for (let year = yearOf(from); year < yearOf(to); year += 1) ends.push({ month: `${String(year).padStart(4, '0')}-12`, sign: 1 })
  if (from < to && !from.endsWith('-01')) ends.push({ month: addMonths(from, -1), sign: -1 })
  const months = ends.map(({ month }) => firstDay(month))
  // With “offset 0” each end is looked up by its month: the planner would rather read the whole table.
  return sql`select ${KEY}, ${SIGNED} from unnest(${months}::date[], ${ends.map(({ sign }) => sign)}::integer[]) as ends (ends_on, sign)
    cross join lateral (
      select ${COLUMNS} from revenue_rollups where month = ends_on and since_january = ${sql.lit(from < to)} and ${isKept} offset 0
    ) as kept`
}

/** Escapes what `like` would read as a wildcard, after the form is made. */
function partOf(search: string): RawBuilder<string> {
  return sql<string>`'%' || regexp_replace(btrim(search_form(${search})), '([\\\\%_])', '\\\\\\1', 'g') || '%'`
}

function firstDay(month: Month): string {
  return `${month}-01`
}

function yearOf(month: Month): number {
  return Number(month.slice(0, 4))
}

/** Adds what was posted since to the kept sums, `most` rows at a time. Readers see the same sums before and after each. */
export async function addUpRevenue(db: Database, most = 50_000): Promise<void> {
  while (await addUpNext(db, most));
}

async function addUpNext(db: Database, most: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await lockMonths(trx)
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
    const { revenue_after: after, revenue_until: until } = await lockMonths(trx)
    if (after >= until) return false
    const last = Math.min(after + most, until)
    await sql`
      insert into revenue_months (${KEY}, ${CENTS})
        select ${KEY}, ${SUMMED} from revenue_postings where entry_id > ${after} and entry_id <= ${last} group by ${KEY}`.execute(trx)
    await trx.updateTable('ledger_progress').set({ revenue_after: last }).execute()
    return last < until
  })
}

/** Empties all kept sums, so that all entries are summed again. Until then sums are read from the postings, so they stay right. */
export async function emptyRevenue(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockMonths(trx)
    // Deletes most rows before anyone has to wait.
    await trx.deleteFrom('revenue_rollups').execute()
    await trx.deleteFrom('revenue_months').execute()
    // A transaction that is posting ends first, or posts later: its entry is either among those to be summed, or its rows come after the deletion.
    await sql`lock table postings in share row exclusive mode`.execute(trx)
    await trx.deleteFrom('revenue_months').execute()
    await sql`update ledger_progress set revenue_after = 0, revenue_until = coalesce((select max(id) from entries), 0)`.execute(trx)
  })
}

/** Only one transaction at a time moves rows of the months, since a deletion doesn’t see rows that another is writing. */
async function lockMonths(trx: Trx) {
  return trx.selectFrom('ledger_progress').select(['revenue_after', 'revenue_until']).forUpdate().executeTakeFirstOrThrow()
}

const ENTRIES_AT_ONCE = 20_000

/** Sums the entries that were posted before there were months, or all after `emptyRevenue`. Goes on where it was interrupted. */
export async function sumRevenue({ db }: Pick<Deps, 'db'>, stopping?: AbortSignal): Promise<void> {
  for (;;) {
    if (stopping?.aborted || !(await sumNextRevenue(db, ENTRIES_AT_ONCE))) return
  }
}

/** Makes the sums of all months, tours and channels again from the postings. */
export async function remakeRevenue(deps: Pick<Deps, 'db'>): Promise<void> {
  await emptyRevenue(deps.db)
  await sumRevenue(deps)
  await addUpRevenue(deps.db)
}

/** Compares the months with the postings and the days. Opens one task for all that differ. */
export async function compareRevenue({ db, now }: Pick<Deps, 'db' | 'now'>, stopping?: AbortSignal): Promise<void> {
  const months = await listUnevenMonths(db, stopping)
  if (months.length === 0) return
  const others = months.length === 1 ? '' : ` and ${months.length - 1} more`
  const cause = `The revenue totals for ${months[0]}${others} don’t match the ledger. Rebuild them with “npm run ledger -- remake-days” and find out what caused it. This task doesn’t move any money.`
  await db.transaction().execute(async (trx) => openTask(trx, { kind: 'note', subject: 'ledger revenue', cause }, now()))
}

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
          when ${isMoney} and kind in ('received', 'voided') then 'paid' end as what, cents
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
