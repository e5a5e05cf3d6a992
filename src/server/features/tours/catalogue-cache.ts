import { LRUCache } from 'lru-cache'
import { dayIn, type Day } from '#shared/dates.ts'
import { MOST_SUGGESTIONS, type ListToursQuery, type Suggestion, type Tour } from '#shared/tours.ts'
import type { ConnectionOptions } from '#server/lib/db.ts'
import type { Deps } from '#server/lib/deps.ts'
import { FinishedResponse } from '#server/lib/finished-response.ts'
import { ResponsePiece } from '#server/lib/response-piece.ts'
import { watchCatalogue, type Changes } from './catalogue-changes.ts'
import { readTours } from './queries.ts'
import { findSimilarTours } from './similar/queries.ts'
import { findTours, type FoundTours, type Page } from './search/queries.ts'
import type { Synonyms } from './search/synonyms.ts'
import { explainWords, type Meaning } from './search/words.ts'
import { parseSearch, type TourSearch } from './search-text.ts'

const MEGABYTE = 2 ** 20
/** However many tours there are, no more of them is kept than this. */
const MOST_BYTES = { tours: 16 * MEGABYTE, lists: 12 * MEGABYTE, details: 12 * MEGABYTE }
const MOST_SEARCHES = 2000

/**
 * Lists, searches and tours as finished responses. What was asked before is kept, the least recently used forgotten first; a changed
 * tour is read again, and so are all lists, since any of them may hold it now.
 */
export interface Catalogue {
  /** Returns the response of view_all. */
  page(query: ListToursQuery): Promise<FinishedResponse>
  /** Returns the response of view_all if it is kept and up to date, otherwise undefined. */
  knownPage(query: ListToursQuery): FinishedResponse | undefined
  /** Returns the response of suggestions: the first tours that match what has been typed so far. */
  suggest(text: string): Promise<FinishedResponse>
  /** Returns the response of view_by_id; undefined for a tour that is not offered. */
  find(tourId: string): Promise<FinishedResponse | undefined>
  /** Returns the response of similar tours; undefined for a tour that is not offered. */
  findSimilar(tourId: string): Promise<FinishedResponse | undefined>
  /** From then on this process shows whatever was committed before. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

type Needs = Pick<Deps, 'config' | 'db' | 'log' | 'now'>

export async function createCatalogue(
  { config, db, log, now }: Needs,
  connection: ConnectionOptions,
  synonyms: Synonyms,
): Promise<Catalogue> {
  const tours = new LRUCache<string, ResponsePiece>({ maxSize: MOST_BYTES.tours, sizeCalculation: ({ size }) => size })
  const lists = responseCache(MOST_BYTES.lists)
  const details = responseCache(MOST_BYTES.details)
  const meanings = new LRUCache<string, Meaning[]>({ max: MOST_SEARCHES })
  /** The lists that are being made, so that many who ask at once cause one search. */
  let underWay = new Map<string, Promise<FinishedResponse>>()

  function forget(changes: Changes): void {
    lists.clear()
    meanings.clear()
    // What began before may have read what was there before: nobody else waits for it, and it is not kept.
    underWay = new Map()
    for (const cache of [tours, details]) {
      if (changes === 'everything') cache.clear()
      else for (const id of changes) cache.delete(id)
    }
  }

  const today = () => dayIn(config.AGENCY_TIME_ZONE, now())
  const changes = await watchCatalogue(db, connection, log, forget)

  /** Returns what is kept under a key, or makes it, once for all who ask meanwhile. */
  async function kept(key: string, text: string, make: () => Promise<FinishedResponse>): Promise<FinishedResponse> {
    const before = underWay
    const known = lists.get(key) ?? underWay.get(key)
    if (known) return known
    // What depends on seats is never kept, nor shared with who asked earlier.
    if (dependsOnSeats(parseSearch(text, today()))) return make()
    const making = make()
    underWay.set(key, making)
    try {
      const response = await making
      if (before === underWay) lists.set(key, response)
      return response
    } finally {
      before.delete(key)
    }
  }

  async function makeList(query: ListToursQuery): Promise<FinishedResponse> {
    // Only active tours are listed, whoever asks (specification §6).
    if (query.isActive === 'false') return listResponse(query, [], { total: 0, isExact: true })
    const found = await search(query.search ?? '', query)
    const json = await jsonOf(found.ids)
    return listResponse(
      query,
      found.ids.flatMap((id) => json.get(id) ?? []),
      found,
    )
  }

  async function makeSuggestions(text: string): Promise<FinishedResponse> {
    const { ids } = await search(text, { page: 1, limit: MOST_SUGGESTIONS })
    const json = await jsonOf(ids)
    const data = ids.flatMap((id): Suggestion[] => {
      const tour = json.get(id)
      return tour ? [suggestionOf(JSON.parse(tour.bytes.toString()) as Tour)] : []
    })
    return new FinishedResponse([Buffer.from(JSON.stringify({ data }))])
  }

  async function makeSimilar(tourId: string, day: Day): Promise<FinishedResponse> {
    const ids = await findSimilarTours(db, tourId, day)
    const json = await jsonOf(ids)
    return dataOf(
      ids.flatMap((id) => json.get(id) ?? []),
      ']}',
    )
  }

  async function search(text: string, page: Page): Promise<FoundTours> {
    const asked = parseSearch(text, today())
    return findTours(db, page, asked, await explained(asked.words), today())
  }

  async function explained(words: string[]): Promise<Meaning[]> {
    if (words.length === 0) return []
    const key = words.join(' ')
    const before = underWay
    const known = meanings.get(key) ?? (await explainWords(db, words, synonyms))
    if (before === underWay) meanings.set(key, known)
    return known
  }

  /** Returns these tours, serialised; those that are no longer offered are missing. */
  async function jsonOf(ids: readonly string[]): Promise<Map<string, ResponsePiece>> {
    const found = new Map(ids.map((id) => [id, tours.get(id)]))
    const missing = ids.filter((id) => !found.get(id))
    if (missing.length > 0) {
      const before = underWay
      for (const [id, tour] of await readTours(db, missing)) {
        const json = new ResponsePiece(JSON.stringify(tour))
        found.set(id, json)
        if (before === underWay) tours.set(id, json)
      }
    }
    return new Map([...found].flatMap(([id, json]) => (json ? [[id, json] as const] : [])))
  }

  return {
    knownPage: (query) => (changes.isFresh() ? lists.get(keyOf(query)) : undefined),
    async page(query) {
      await changes.refresh()
      return kept(keyOf(query), query.search ?? '', async () => makeList(query))
    },
    async suggest(text) {
      await changes.refresh()
      return kept(`suggestions ${text}`, text, async () => makeSuggestions(text))
    },
    async find(tourId) {
      await changes.refresh()
      const known = details.get(tourId)
      if (known) return known
      const before = underWay
      const json = (await jsonOf([tourId])).get(tourId)
      if (!json) return undefined
      const response = new FinishedResponse([Buffer.from('{"data":'), json, Buffer.from('}')])
      if (before === underWay) details.set(tourId, response)
      return response
    },
    async findSimilar(tourId) {
      await changes.refresh()
      if (!(await jsonOf([tourId])).has(tourId)) return undefined
      const day = today()
      return kept(`similar ${tourId} ${day}`, '', async () => makeSimilar(tourId, day))
    },
    catchUp: async () => changes.catchUp(),
    stop: async () => changes.stop(),
  }
}

/** Returns what a list is kept under. */
function keyOf({ page, limit, isActive, sort, search }: ListToursQuery): string {
  return `${page} ${limit} ${isActive} ${sort ?? ''} ${search ?? ''}`
}

function responseCache(maxSize: number): LRUCache<string, FinishedResponse> {
  return new LRUCache({ maxSize, sizeCalculation: ({ size }) => size })
}

function dependsOnSeats({ day, month }: TourSearch): boolean {
  return day !== undefined || month !== undefined
}

function suggestionOf({ id, name, destination, duration }: Tour): Suggestion {
  return { id, name, destination, duration }
}

function listResponse(
  { page, limit }: ListToursQuery,
  data: ResponsePiece[],
  found: { total: number; isExact: boolean },
): FinishedResponse {
  const end = `],"page":${page},"limit":${limit},"total":${found.total}${found.isExact ? '' : ',"totalIsExact":false'}}`
  return dataOf(data, end)
}

function dataOf(data: ResponsePiece[], end: string): FinishedResponse {
  const parts = data.flatMap((json, index) => (index === 0 ? [json] : [COMMA, json]))
  return new FinishedResponse([START, ...parts, Buffer.from(end)])
}

const START = Buffer.from('{"data":[')
const COMMA = Buffer.from(',')
