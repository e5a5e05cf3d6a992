import { sql, type RawBuilder } from 'kysely'
import { daysBetween, type Day } from '#shared/dates.ts'
import { unitsToCents } from '#shared/money.ts'
import { rangeOf } from '#shared/months.ts'
import { LONGEST_LIST, MOST_COUNTED, type ListToursQuery, type TourOrder } from '#shared/tours.ts'
import { lastTravelDay } from '#shared/travel-days.ts'
import type { Database } from '#server/lib/db.ts'
import type { TourSearch } from '../search-text.ts'
import type { Meaning } from './words.ts'

/** One page of a search. */
export interface FoundTours {
  ids: string[]
  /** Exact up to MOST_COUNTED, and never more. */
  total: number
  isExact: boolean
}

export type Page = Pick<ListToursQuery, 'page' | 'limit' | 'sort'>

/** What conditions and orders look at; spelled out, since only then is a statement prepared (`lib/preparing-client.ts`). */
const LOOKED_AT = sql.raw(
  'id, position, is_active, search, duration, max_people, base_price_cents, full_refund_days, run_weekdays, run_dates, rating_sum, rating_count',
)

/** The tours at the head of the list that are looked at one by one: all of them, for most agencies. */
const HEAD = 10_000

/**
 * Finds active tours in the order of the list. `meanings`: what each word asked for stands for (`words.ts`); a tour must have one
 * of each.
 */
export async function findTours(
  db: Database,
  { page, limit, sort }: Page,
  search: TourSearch,
  meanings: readonly Meaning[],
  today: Day,
): Promise<FoundTours> {
  if (meanings.some((lexemes) => lexemes.length === 0) || !isOnSale(search, today)) return { ids: [], total: 0, isExact: true }
  const from = (page - 1) * limit
  const until = Math.min(from + limit, LONGEST_LIST)
  const asked = {
    from,
    until,
    sort,
    ofTour: (as: Written) => sql.join(tourConditions(search, meanings, today, as), sql` and `),
    ofSeats: (as: Written) => sql.join([sql`true`, ...seatConditions(search, today, as)], sql` and `),
  }
  return (await findAtHead(db, asked)) ?? findByIndexes(db, asked)
}

function isOnSale({ day, month }: TourSearch, today: Day): boolean {
  if (month !== undefined && monthOf(month, today).days === 0) return false
  return day === undefined || (day >= today && day <= lastTravelDay(today))
}

/**
 * How a value stands in a statement: as a parameter, where the way to the tours is always the same and the statement is planned once
 * for all searches of its kind; or written out, where the best way depends on it.
 */
type Written = (value: string | number) => RawBuilder<unknown>
const asParameter: Written = (value) => sql`${value}`
const asLiteral: Written = (value) => sql.lit(value)

interface Asked {
  /** The results of the page: from this one to before that one. */
  from: number
  until: number
  sort: TourOrder | undefined
  /** What a tour tells by itself. */
  ofTour: (as: Written) => RawBuilder<unknown>
  /** What its departures are asked for. */
  ofSeats: (as: Written) => RawBuilder<unknown>
}

function conditionsOf({ ofTour, ofSeats }: Asked, as: Written): RawBuilder<unknown> {
  return sql`${ofTour(as)} and ${ofSeats(as)}`
}

/** What an order looks at; `id` settles the rest. Tours that nobody has rated come last. */
const ORDERS: Record<TourOrder, RawBuilder<unknown>> = {
  price: sql`base_price_cents`,
  '-price': sql`-base_price_cents`,
  duration: sql`duration`,
  '-duration': sql`-duration`,
  '-rating': sql`-rating_sum::numeric / nullif(rating_count, 0)`,
}

/** Returns the column that `pageOf` orders by first. */
function rankOf(sort: TourOrder | undefined): RawBuilder<unknown> {
  return sort === undefined ? sql`null::numeric` : sql`(${ORDERS[sort]})::numeric`
}

/** Looks through the head of the list. Returns undefined when that is not enough, which is for rare tours in a long list. */
async function findAtHead(db: Database, asked: Asked): Promise<FoundTours | undefined> {
  const { from, until, sort } = asked
  const wanted = Math.max(until, MOST_COUNTED + 1)
  const { rows } = await sql<{ total: number; seen: number | null; ids: string[] }>`
    with found as materialized (
      select id, position, ${rankOf(sort)} as rank
      from (select ${LOOKED_AT} from tours where is_active order by position, id limit ${sql.lit(HEAD)}) as tours
      where ${conditionsOf(asked, asParameter)} order by position, id limit ${wanted}
    )
    select (select count(*) from found) as total,
      case when (select count(*) from found) < ${wanted}
        then (select count(*) from (select from tours where is_active order by position, id limit ${sql.lit(HEAD)}) as head) end as seen,
      ${pageOf(from, until, asParameter)} as ids`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const isEnough = found.total >= wanted || (found.seen ?? 0) < HEAD
  return isEnough ? counted(found.total, found.ids) : undefined
}

/** The planner's settings for that: no walks, and room for what the indexes find. */
const INDEXES_ONLY = [
  ['enable_seqscan', 'off'],
  ['enable_indexscan', 'off'],
  ['enable_indexonlyscan', 'off'],
  ['jit', 'off'],
  ['work_mem', '16MB'],
] as const

/**
 * Looks by the indexes of the conditions first. The planner takes them for independent of each other: for a beach in winter it would
 * walk along the list, past a million tours. Only what more than MOST_COUNTED tours have is met soon on that walk.
 */
async function findByIndexes(db: Database, asked: Asked): Promise<FoundTours> {
  const { from, until, sort, ofTour, ofSeats } = asked
  return db.transaction().execute(async (trx) => {
    await sql`select ${sql.join(INDEXES_ONLY.map(([name, value]) => sql`set_config(${sql.lit(name)}, ${sql.lit(value)}, true)`))}`.execute(
      trx,
    )
    const { rows } = await sql<{ total: number; ids: string[] }>`
      with found as materialized (select id, position, ${rankOf(sort)} as rank from tours where ${conditionsOf(asked, asLiteral)} limit ${sql.lit(MOST_COUNTED + 1)})
      select (select count(*) from found) as total, ${pageOf(from, until, asLiteral)} as ids`.execute(trx)
    const { total = 0, ids = [] } = rows[0] ?? {}
    if (total <= MOST_COUNTED) return counted(total, ids)
    await sql`select set_config('enable_indexscan', 'on', true), set_config('enable_indexonlyscan', 'on', true)`.execute(trx)
    // Seats are asked for last, of each tour in order, until there are enough: the planner takes days with seats left for rare, and
    // would otherwise ask all of them before it sorts them. "offset 0" keeps it from moving that condition into the inner selection.
    const inOrder = await sql<{ id: string }>`
      select id from (
        select id, position from (select ${LOOKED_AT} from tours where ${ofTour(asLiteral)} order by position, id offset 0) as tours
        where ${ofSeats(asLiteral)} limit ${sql.lit(Math.max(until - from, 0))} offset ${sql.lit(from)}
      ) as page order by position, id`.execute(trx)
    return counted(
      total,
      inOrder.rows.map(({ id }) => id),
    )
  })
}

/** The places of one page. Ordered by rank only where all results are at hand. */
function pageOf(from: number, until: number, as: Written): RawBuilder<string[]> {
  return sql`array(select id from found
    order by case when (select count(*) from found) <= ${sql.lit(MOST_COUNTED)} then rank end nulls last, position, id limit ${as(Math.max(until - from, 0))} offset ${as(from)})`
}

function counted(total: number, ids: string[]): FoundTours {
  return { ids, total: Math.min(total, MOST_COUNTED), isExact: total <= MOST_COUNTED }
}

function tourConditions(search: TourSearch, meanings: readonly Meaning[], today: Day, as: Written): RawBuilder<unknown>[] {
  const { duration, durations, guests = 1, day, month, highestPrice, isFreeToCancel } = search
  const conditions = [sql`is_active`]
  const words = meanings.map((lexemes) => `(${lexemes.join(' | ')})`).join(' & ')
  if (words !== '') conditions.push(sql`search @@ ${as(words)}::tsquery`)
  if (duration !== undefined) conditions.push(sql`duration = ${as(duration)}`)
  if (durations) conditions.push(lastsAbout(durations, as))
  if (guests > 1) conditions.push(sql`max_people >= ${as(guests)}`)
  if (highestPrice !== undefined) conditions.push(sql`base_price_cents <= ${as(unitsToCents(highestPrice))}`)
  if (isFreeToCancel) conditions.push(givesAllBack(day ?? (month && monthOf(month, today).last), today, as))
  if (day !== undefined) conditions.push(departsOn(sql`${as(day)}::date`))
  return conditions
}

function lastsAbout({ from, to, orSays }: NonNullable<TourSearch['durations']>, as: Written): RawBuilder<unknown> {
  const lasts = sql`duration between ${as(from)} and ${as(to)}`
  return orSays === undefined ? lasts : sql`(${lasts} or search @@ ${as(orSays)}::tsquery)`
}

function seatConditions({ guests = 1, day, month }: TourSearch, today: Day, as: Written): RawBuilder<unknown>[] {
  return [
    ...(day === undefined ? [] : [sql`${fullDays(day, day, guests, as)} = 0`]),
    ...(month === undefined ? [] : [anyDayIn(monthOf(month, today), guests, as)]),
  ]
}

/** Whether cancelling today gives everything back (`calculateRefund`): for a departure on that day, or at all. */
function givesAllBack(day: Day | undefined, today: Day, as: Written): RawBuilder<unknown> {
  if (day === undefined) return sql`full_refund_days > 0`
  return sql`full_refund_days between 1 and ${as(daysBetween(today, day))}`
}

/** The number of days, both included, on which a tour has fewer seats left than that, or is blocked by staff. A day without a departure has them all. */
function fullDays(first: Day, last: Day, guests: number, as: Written): RawBuilder<number> {
  return sql`(select count(*) from departures where tour_id = tours.id
    and departs_on between ${as(first)}::date and ${as(last)}::date
    and (blocked_at is not null or capacity - seats_taken < ${as(guests)}))`
}

/** Of a tour that departs daily the full days are counted, which one reading of an index tells; of any other each of its days is looked at. */
function anyDayIn({ first, last, days }: { first: Day; last: Day; days: number }, guests: number, as: Written): RawBuilder<unknown> {
  return sql`case when run_weekdays = 127 and run_dates is null then ${fullDays(first, last, guests, as)} < ${as(days)}
    else exists (
      select from generate_series(${as(first)}::date, ${as(last)}::date, interval '1 day') as each
      where ${departsOn(sql`each::date`)} and not exists (
        select from departures where tour_id = tours.id and departs_on = each::date
        and (blocked_at is not null or capacity - seats_taken < ${as(guests)}))) end`
}

function departsOn(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`departs_on_day(run_weekdays, run_dates, ${day})`
}

/** Returns the days of a month that are on sale; none for a month that is over or too far ahead. */
function monthOf({ month, year }: NonNullable<TourSearch['month']>, today: Day): { first: Day; last: Day; days: number } {
  const isOver = month < Number(today.slice(5, 7))
  const named = year ?? Number(today.slice(0, 4)) + (isOver ? 1 : 0)
  const { from, to } = rangeOf(`${String(named).padStart(4, '0')}-${String(month).padStart(2, '0')}`)
  const first = from < today ? today : from
  const lastOnSale = lastTravelDay(today)
  const last = to > lastOnSale ? lastOnSale : to
  return { first, last, days: Math.max(daysBetween(first, last) + 1, 0) }
}
