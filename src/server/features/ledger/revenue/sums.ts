import { sql, type RawBuilder } from 'kysely'
import type { RevenueFilters } from '#shared/ledger/revenue.ts'
import { addMonths, type Month } from '#shared/months.ts'
import { formOf } from '#server/lib/search-forms.ts'

const NAMES = ['revenue_cents', 'kept_cents', 'paid_cents', 'refunded_cents', 'lost_cents', 'fee_cents'] as const

/** What a row is about. */
export const KEY = sql.raw('month, tour_id, channel, currency, is_generated')
/** The columns of money, each by itself, summed, and summed with another sign. */
export const CENTS = sql.raw(NAMES.join(', '))
export const SUMMED = sql.raw(NAMES.map((name) => `sum_cents(${name})`).join(', '))
export const NEGATED = sql.raw(NAMES.map((name) => `-${name}`).join(', '))
export const RAISED = sql.raw(NAMES.map((name) => `${name} = revenue_rollups.${name} + excluded.${name}`).join(', '))
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
