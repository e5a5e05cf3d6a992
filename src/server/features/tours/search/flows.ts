import { LRUCache } from 'lru-cache'
import type { Day } from '#shared/dates.ts'
import { MAX_CLOSEST, MAX_SUGGESTIONS, type SearchUnderstood } from '#shared/tours/public.ts'
import type { ListToursQuery } from '#shared/tours/queries.ts'
import type { Deps } from '#server/lib/deps.ts'
import { findTours, type FoundTours, type Page } from './queries.ts'
import { findClosest } from './ranking.ts'
import type { SearchKnowledge } from './knowledge.ts'
import { understoodOf } from './understanding.ts'
import { explainWords, type Meaning } from './words.ts'
import type { TourSearch } from './search-text.ts'

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

  /** Finds the closest tours for a search without results. Its numbers are required: nobody who asks for 2 guests means 3. */
  async function findClose(asked: TourSearch, most: number): Promise<string[]> {
    const isNumber = (word: string) => /\p{N}/u.test(word)
    const required = await explain(asked.words.filter(isNumber))
    const others = await explain(asked.words.filter((word) => !isNumber(word)))
    return findClosest(db, asked, { required, others }, { today: today(), now: now() }, most)
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
