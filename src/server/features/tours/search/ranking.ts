import { sql, type RawBuilder } from 'kysely'
import type { Database } from '#server/lib/db.ts'
import type { TourSearch } from './search-text.ts'
import { asParameter, type Clock, HEAD, isOnSale, LOOKED_AT, seatConditions, tourConditions, type Written } from './conditions.ts'
import type { Meaning } from './words.ts'

/** Further words of a search do not affect the ranking. */
const MAX_RANKED = 8
/** A matching word outweighs two words found in the name. */
const MATCH = 4

/** Scores a match: a word counts most in the name or place, then among the tags. */
export function scoreOf(meanings: readonly Meaning[], as: Written): RawBuilder<unknown> {
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
  most: number,
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
    ) as tours where ${ofSeats} limit ${most}`.execute(db)
  return rows.map(({ id }) => id)
}
