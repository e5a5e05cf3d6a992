import { sql, type RawBuilder } from 'kysely'
import type { Day } from '#shared/dates.ts'
import { LONGEST_LIST, MAX_COUNTED, type TourOrder } from '#shared/tours/public.ts'
import type { ListToursQuery } from '#shared/tours/queries.ts'
import type { Database, Trx } from '#server/lib/db.ts'
import {
  asLiteral,
  asParameter,
  HEAD,
  isOnSale,
  LOOKED_AT,
  seatConditions,
  tourConditions,
  type Clock,
  type Written,
} from './conditions.ts'
import type { TourSearch } from './search-text.ts'
import type { Meaning } from './words.ts'

export interface FoundTours {
  ids: string[]
  /** Exact up to MAX_COUNTED, and never more. */
  total: number
  isExact: boolean
}

export type Page = Pick<ListToursQuery, 'page' | 'limit' | 'sort'>

/** With this share of the wanted results at the head, evenly spread results would all be within 7,000 more places. */
const MANY_AT_HEAD = 0.6
/** The number of places actually examined, since results are not evenly spread. */
const FURTHER = 10_000

/** Finds active tours in the order of the list. A tour must have one lexeme of each meaning (`words.ts`). */
export async function findTours(
  db: Database,
  { page, limit, sort }: Page,
  search: TourSearch,
  meanings: readonly Meaning[],
  today: Day,
  now = new Date(),
): Promise<FoundTours> {
  if (meanings.some((lexemes) => lexemes.length === 0) || !isOnSale(search, today)) return { ids: [], total: 0, isExact: true }
  const from = Math.min((page - 1) * limit, LONGEST_LIST)
  const until = Math.min(from + limit, LONGEST_LIST)
  const asked = {
    from,
    until,
    rank: (as: Written) => rankOf(sort, meanings, as),
    isOrdered: sort !== undefined,
    ofTour: (as: Written) => sql.join(tourConditions(search, meanings, { today, now }, as), sql` and `),
    ofSeats: (as: Written) => sql.join([sql`true`, ...seatConditions(search, { today, now }, as)], sql` and `),
  }
  const head = await findAtHead(db, asked, HEAD)
  if (head.isEnough) return counted(head)
  // With so many matches the indexes would collect too much; walking on from the head soon finds enough.
  const further = head.total >= wantedFor(asked) * MANY_AT_HEAD ? await findAtHead(db, asked, HEAD + FURTHER) : head
  return further.isEnough ? counted(further) : findByIndexes(db, asked, head)
}

interface Asked {
  /** The page includes `from` and excludes `until`. */
  from: number
  until: number
  /** Orders the results if they are not too many; ties keep the order of the list. */
  rank: (as: Written) => RawBuilder<unknown>
  /** The visitor has chosen the order. */
  isOrdered: boolean
  ofTour: (as: Written) => RawBuilder<unknown>
  ofSeats: (as: Written) => RawBuilder<unknown>
}

function conditionsOf({ ofTour, ofSeats }: Asked, as: Written): RawBuilder<unknown> {
  return sql`${ofTour(as)} and ${ofSeats(as)}`
}

/** `id` breaks ties. Unrated tours come last. */
const ORDERS: Record<TourOrder, RawBuilder<unknown>> = {
  price: sql`base_price_cents`,
  '-price': sql`-base_price_cents`,
  duration: sql`duration`,
  '-duration': sql`-duration`,
  '-rating': sql`-rating_sum::numeric / nullif(rating_count, 0)`,
}

/** Returns the first ordering of `pageOf`: the chosen order, or the best matches of the words. */
function rankOf(sort: TourOrder | undefined, meanings: readonly Meaning[], as: Written): RawBuilder<unknown> {
  if (sort !== undefined) return sql`(${ORDERS[sort]})::numeric`
  return meanings.length === 0 ? sql`null::numeric` : sql`-${scoreOf(meanings, as)}::numeric`
}

/** Returns how many results to find: up to the end of the page, and enough to state the total. */
function wantedFor({ from, until }: Asked): number {
  return from < until ? Math.max(until, MAX_COUNTED + 1) : MAX_COUNTED + 1
}

interface Found {
  /** The number found, up to the number wanted. */
  total: number
  /** The page; ordered by rank if no more than MAX_COUNTED were found. */
  ids: string[]
}

interface FoundAtHead extends Found {
  /** False for rare tours in a long list, since more may follow behind the head. */
  isEnough: boolean
}

/** Examines the first `length` tours of the list. */
async function findAtHead(db: Database, asked: Asked, length: number): Promise<FoundAtHead> {
  const { from, until } = asked
  const wanted = wantedFor(asked)
  const { rows } = await sql<Found & { seen: number | null }>`
    with found as materialized (
      select id, position, ${asked.rank(asParameter)} as rank
      from (select ${LOOKED_AT} from tours where is_active order by position, id limit ${sql.lit(length)}) as tours
      where ${conditionsOf(asked, asParameter)} order by position, id limit ${wanted}
    )
    select (select count(*) from found) as total,
      case when (select count(*) from found) < ${wanted}
        then (select count(*) from (select from tours where is_active order by position, id limit ${sql.lit(length)}) as head) end as seen,
      ${pageOf(from, until, asParameter)} as ids`.execute(db)
  const { total = 0, ids = [], seen = 0 } = rows[0] ?? {}
  return { total, ids, isEnough: total >= wanted || (seen ?? 0) < length }
}

/** Forbids walking the table, and gives index results room. */
const INDEXES_ONLY = [
  ['enable_seqscan', 'off'],
  ['enable_indexscan', 'off'],
  ['enable_indexonlyscan', 'off'],
  ['jit', 'off'],
  ['work_mem', '16MB'],
] as const

/** A tour's place in the list. */
interface Place {
  position: number
  id: string
}

/**
 * Searches by the conditions' indexes. The planner assumes that conditions are independent and evenly spread: for a beach in winter, or
 * for the last 30,000 tours, it would walk past a million. Of too many results it takes the first that the indexes yield, unordered. The
 * page cannot end later in the list than among those alone, so only the part before that place is sorted.
 */
async function findByIndexes(db: Database, asked: Asked, head: Found): Promise<FoundTours> {
  const { from, until, isOrdered } = asked
  const wanted = wantedFor(asked)
  // All statements need one snapshot: a tour added or removed between them would shorten the page.
  const transaction = db.transaction().setIsolationLevel('repeatable read')
  return transaction.execute(async (trx) => {
    await sql`select ${sql.join(INDEXES_ONLY.map(([name, value]) => sql`set_config(${sql.lit(name)}, ${sql.lit(value)}, true)`))}`.execute(
      trx,
    )
    const { rows } = await sql<Found & { end: Place | null }>`
      with found as materialized (select id, position, ${asked.rank(asLiteral)} as rank from tours where ${conditionsOf(asked, asLiteral)} limit ${sql.lit(wanted)})
      select (select count(*) from found) as total, ${pageOf(from, until, asLiteral)} as ids,
        (select to_jsonb(place) from (select position, id from found order by position, id limit 1 offset ${sql.lit(Math.max(until - 1, 0))}) as place) as "end"`.execute(
      trx,
    )
    const { total = 0, ids = [], end = null } = rows[0] ?? {}
    if (total < wanted || end === null || from === until) return counted({ total, ids })
    if (!isOrdered && head.total >= until) return counted({ total, ids: head.ids })
    return counted({ total, ids: await findBefore(trx, asked, end) })
  })
}

/** Returns the ids of a page that ends at that place of the list, or before. */
async function findBefore(trx: Trx, { from, until, ofTour, ofSeats }: Asked, { position, id }: Place): Promise<string[]> {
  // Seats are checked last, tour by tour in order, until there are enough: the planner thinks days with seats left are rare, and would
  // check them all before sorting. "offset 0" keeps it from moving that condition into the inner selection.
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id, position from (
        select ${LOOKED_AT} from tours where ${ofTour(asLiteral)} and (position, id) <= (${sql.lit(position)}, ${sql.lit(id)})
        order by position, id offset 0
      ) as tours
      where ${ofSeats(asLiteral)} limit ${sql.lit(until - from)} offset ${sql.lit(from)}
    ) as page order by position, id`.execute(trx)
  return rows.map((row) => row.id)
}

/** Orders by rank only when all results are present. */
function pageOf(from: number, until: number, as: Written): RawBuilder<string[]> {
  return sql`array(select id from found
    order by case when (select count(*) from found) <= ${sql.lit(MAX_COUNTED)} then rank end nulls last, position, id limit ${as(until - from)} offset ${as(from)})`
}

function counted({ total, ids }: Found): FoundTours {
  return { ids, total: Math.min(total, MAX_COUNTED), isExact: total <= MAX_COUNTED }
}

/** Further words of a search do not affect the ranking. */
const MAX_RANKED = 8
/** A matching word outweighs two words found in the name. */
const MATCH = 4

/** Scores a match: a word counts most in the name or place, then among the tags. */
function scoreOf(meanings: readonly Meaning[], as: Written): RawBuilder<unknown> {
  const scores = ranked(meanings).map((words) => placeOf(as(words)))
  return sql`(${sql.join(scores, sql` + `)})`
}

function placeOf(words: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when name_words @@ ${words}::tsquery then 2 when kind_words @@ ${words}::tsquery then 1 else 0 end`
}

function ranked(meanings: readonly Meaning[]): string[] {
  return meanings.slice(0, MAX_RANKED).map((lexemes) => `(${lexemes.join(' | ')})`)
}

/** The meanings of a search's words; words that no tour has mean nothing. */
export interface Relaxed {
  /** Numbers, which are never dropped. */
  required: readonly Meaning[]
  others: readonly Meaning[]
}

/**
 * Returns the closest tours for a search without results: those with the most of its words, and all of its numbers, days and guests.
 * Empty if no tour has any of the words. Examines only the head of the list.
 */
export async function findClosest(
  db: Database,
  search: TourSearch,
  { required, others }: Relaxed,
  clock: Clock,
  max: number,
): Promise<string[]> {
  const known = others.filter((lexemes) => lexemes.length > 0)
  const isHopeless = known.length === 0 || (known.length === 1 && others.length === 1) || required.some((lexemes) => lexemes.length === 0)
  if (isHopeless || !isOnSale(search, clock.today)) return []
  const any = ranked(known).join(' | ')
  const score = ranked(known).map(
    (words) => sql`case when search @@ ${words}::tsquery then ${sql.lit(MATCH)} + ${placeOf(sql`${words}`)} else 0 end`,
  )
  const ofTour = sql.join([...tourConditions(search, required, clock, asParameter), sql`search @@ ${any}::tsquery`], sql` and `)
  const ofSeats = sql.join([sql`true`, ...seatConditions(search, clock, asParameter)], sql` and `)
  // Seats are checked last, best matches first, until there are enough.
  const { rows } = await sql<{ id: string }>`
    select id from (
      select *, ${sql.join(score, sql` + `)} as score from (
        select ${LOOKED_AT} from tours where is_active order by position, id limit ${sql.lit(HEAD)}
      ) as tours where ${ofTour} order by score desc, position, id offset 0
    ) as tours where ${ofSeats} limit ${max}`.execute(db)
  return rows.map(({ id }) => id)
}
