import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Day } from '#shared/dates.ts'
import { MAX_DESTINATIONS, SPECIFIED_DESTINATIONS, type TourChoices } from '#shared/tours/choices.ts'
import { MAX_CLOSEST, MAX_SUGGESTIONS, type SearchUnderstood } from '#shared/tours/public.ts'
import type { ListToursQuery } from '#shared/tours/queries.ts'
import type { Database } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { isOnSale, spansOf } from './conditions.ts'
import { findClosest, findTours, type FoundTours, type Page } from './found-tours.ts'
import { readerOf, type SearchReader, type TourSearch } from './search-text.ts'
import { readSynonyms, withPlaces, type Synonyms } from './synonyms.ts'
import { readVocabulary } from './vocabulary.ts'
import { explainWords, type Meaning } from './words.ts'

/** The most lexemes kept as meanings of search words. */
const MAX_LEXEMES = 20_000

/** The tours of one page with what the search was understood to ask for, and without results the closest tours and the words that asked for a length. */
export interface ListedTours extends FoundTours {
  closest: string[]
  lengthParts: string[]
  understood?: SearchUnderstood | undefined
}

/** The searches of the catalogue, as ids of tours. */
export interface Search {
  findList(query: ListToursQuery, asked: TourSearch): Promise<ListedTours>
  /** Finds the first tours for what has been typed so far, or else the closest. */
  findSuggestions(asked: TourSearch): Promise<Pick<ListedTours, 'ids' | 'closest'>>
  /** Makes the meanings of words be looked up again, since tours have changed. */
  forget(): void
}

export function createSearch(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  today: () => Day,
  { readWithoutLength, synonyms }: Omit<SearchKnowledge, 'read'>,
): Search {
  let meanings = emptyMeanings()

  async function find(asked: TourSearch, page: Page): Promise<FoundTours> {
    return findTours(db, asked.isCheap ? { sort: 'price', ...page } : page, asked, await explain(asked.words), today(), now())
  }

  /** Finds the closest tours for a search without results. Its numbers are required: a search for 2 guests never means 3. */
  async function findClose(asked: TourSearch, max: number): Promise<string[]> {
    const isNumber = (word: string) => /\p{N}/u.test(word)
    const required = await explain(asked.words.filter(isNumber))
    const others = await explain(asked.words.filter((word) => !isNumber(word)))
    return findClosest(db, asked, { required, others }, { today: today(), now: now() }, max)
  }

  /** Finds the words of a search without results that ask for a length, if tours of another length match the rest. */
  async function findLengthParts(query: ListToursQuery, asked: TourSearch): Promise<string[]> {
    const rest = readWithoutLength(query.search ?? '', asked, today())
    return rest && (await find(narrowed(rest.asked, query), { page: 1, limit: 1 })).total > 0 ? rest.parts : []
  }

  async function explain(words: string[]): Promise<Meaning[]> {
    if (words.length === 0) return []
    const key = words.join(' ')
    // Forgetting replaces the cache, so that what was looked up before cannot enter the new one.
    const cache = meanings
    const known = cache.get(key)
    if (known) return known
    const explained = await explainWords(db, words, synonyms)
    cache.set(key, explained)
    return explained
  }

  return {
    async findList(query, asked) {
      const wanted = narrowed(asked, query)
      const found = { ...(await find(wanted, query)), understood: understoodOf(wanted, today()) }
      if (found.total > 0 || query.page > 1) return { ...found, closest: [], lengthParts: [] }
      return { ...found, closest: await findClose(wanted, MAX_CLOSEST), lengthParts: await findLengthParts(query, asked) }
    },
    async findSuggestions(asked) {
      const { ids } = await find(asked, { page: 1, limit: MAX_SUGGESTIONS })
      return { ids, closest: ids.length > 0 ? [] : await findClose(asked, MAX_SUGGESTIONS) }
    },
    forget() {
      meanings = emptyMeanings()
    },
  }
}

function emptyMeanings(): LRUCache<string, Meaning[]> {
  return new LRUCache({ maxSize: MAX_LEXEMES, sizeCalculation: (each) => each.flat().length + 1 })
}

/** Returns the search with what the query asks for beside the text. */
function narrowed(asked: TourSearch, { maxPrice, seats, freeCancellation }: ListToursQuery): TourSearch {
  return {
    ...asked,
    ...(maxPrice !== undefined && { highestPrice: maxPrice }),
    ...(seats !== undefined && { guests: seats }),
    ...(freeCancellation === 'true' && { isFreeToCancel: true }),
  }
}

/** Returns the days and the group size that a search asks for, so that the page can say so; undefined if it asks for neither. */
function understoodOf(asked: TourSearch, today: Day): SearchUnderstood | undefined {
  const days = daysOf(asked, today)
  const { guests } = asked
  return days || guests !== undefined ? { ...days, ...(guests !== undefined && { guests }) } : undefined
}

function daysOf(asked: TourSearch, today: Day): { from: Day; to: Day } | undefined {
  if (!isOnSale(asked, today)) return undefined
  const { day } = asked
  if (day !== undefined) return { from: day, to: day }
  const [first] = spansOf(asked, today)
  return first && { from: first.first, to: first.last }
}

/** How search texts are parsed, and which synonyms apply. */
export interface SearchKnowledge extends SearchReader {
  synonyms: Synonyms
}

/** Throws `VocabularyError` and `SynonymsError`. */
export async function readSearchKnowledge(config: { SEARCH_FOLDER: string; SYNONYMS_FILE: string }): Promise<SearchKnowledge> {
  const vocabulary = await readVocabulary(config.SEARCH_FOLDER)
  const reader = readerOf(vocabulary)
  return { ...reader, synonyms: withPlaces(await readSynonyms(config.SYNONYMS_FILE, reader.read), vocabulary.places) }
}

/**
 * Returns the regions of active tours that are not specified, each once whatever its case, and the largest group. A region
 * with one destination is named by it ("London, United Kingdom"). Steps from region to region in their index, however many
 * tours there are.
 */
export async function findTourChoices(db: Database): Promise<TourChoices> {
  const specified = SPECIFIED_DESTINATIONS.map((name) => name.toLowerCase())
  const { rows } = await sql<TourChoices>`
    with recursive regions as (
      (${firstOf(sql``)})
      union all
      select next.* from regions cross join lateral (${firstOf(sql`and region_of(destination) > regions.region`)}) as next
    ), named as (
      select case when exists (select from tours where is_active and region_of(destination) = region and destination <> regions.destination)
        then btrim(regexp_replace(destination, '^.*,', '')) else destination end as name
      from regions where region <> all(${specified}::text[]) and region <> '' limit ${MAX_DESTINATIONS}
    )
    select array(select name from named order by lower(name)) as destinations,
      (select coalesce(max(max_people), 0) from tours where is_active) as "largestGroup"`.execute(db)
  return rows[0] ?? { destinations: [], largestGroup: 0 }
}

function firstOf(behind: ReturnType<typeof sql>) {
  return sql`select region_of(destination) as region, destination from tours where is_active ${behind}
    order by region_of(destination), duration, base_price_cents, id limit 1`
}
