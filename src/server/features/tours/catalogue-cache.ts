import { dayIn, type Day } from '#shared/dates.ts'
import { nextRunDays } from '#shared/run-days.ts'
import type { TourChoices } from '#shared/tours/choices.ts'
import type { Tour } from '#shared/tours/public.ts'
import type { ListToursQuery } from '#shared/tours/queries.ts'
import { runDaysOf } from '#shared/tours/runs.ts'
import type { Suggestion } from '#shared/tours/suggestions.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import { offersAllOnSale } from '#server/features/settings/settings.ts'
import { createCountedCache, type CacheUse } from '#server/lib/counted-cache.ts'
import type { ConnectionOptions } from '#server/lib/db.ts'
import { ResponseBody, ResponsePiece } from '#server/lib/delivery/response-body.ts'
import type { Deps } from '#server/lib/deps.ts'
import { watchCatalogue, type Changes } from './catalogue-changes.ts'
import { readTours, sellingOnSale } from './offered-tours.ts'
import type { TourSearch } from './search/search-text.ts'
import { createSearch, findTourChoices, type ListedTours, type SearchKnowledge } from './search/search.ts'
import { findSimilarTours } from './similar-tours.ts'
import { toRuns } from './tour-rows.ts'

const MEGABYTE = 2 ** 20
/** The most bytes kept, however many tours there are. */
const MAX_BYTES = { tours: 16 * MEGABYTE, lists: 12 * MEGABYTE, details: 12 * MEGABYTE }

/**
 * Lists, searches and tours as finished responses, in least-recently-used caches. A changed tour is read again, and so are all lists,
 * since any of them may contain it now.
 */
export interface Catalogue {
  /** Returns the response of view_all. */
  page(query: ListToursQuery): Promise<ResponseBody>
  /** Returns the response of view_all if it is cached and current. */
  knownPage(query: ListToursQuery): ResponseBody | undefined
  /** Returns the first tours that match what has been typed so far. */
  suggest(text: string): Promise<ResponseBody>
  /** Returns where the tours on sale go, and their largest group. */
  choices(): Promise<ResponseBody>
  /** Returns the response of view_by_id; undefined for a tour not on offer. */
  find(tourId: string): Promise<ResponseBody | undefined>
  /** Returns undefined for a tour not on offer. */
  findSimilar(tourId: string): Promise<ResponseBody | undefined>
  /** Returns how each cache of this process is used. */
  use(): Record<string, CacheUse>
  /** Makes this process show everything committed before the call. */
  catchUp(): Promise<void>
  stop(): Promise<void>
}

type Needs = Pick<Deps, 'config' | 'db' | 'log' | 'now'>

export async function createCatalogue(
  { config, db, log, now }: Needs,
  connection: ConnectionOptions,
  { read, ...knowledge }: SearchKnowledge,
): Promise<Catalogue> {
  const tours = createCountedCache<SerialisedTour>(MAX_BYTES.tours)
  const lists = createCountedCache<ResponseBody>(MAX_BYTES.lists)
  const details = createCountedCache<ResponseBody>(MAX_BYTES.details)
  const today = () => dayIn(config.AGENCY_TIME_ZONE, now())
  const search = createSearch({ db, now }, today, knowledge)
  /** Lists being made, so that simultaneous requests cause one search. */
  let underWay = new Map<string, Promise<ResponseBody>>()

  function forget(changes: Changes): void {
    lists.clear()
    search.forget()
    // Work begun earlier may have read old data: no one else waits for it, and it is not cached.
    underWay = new Map()
    for (const cache of [tours, details]) {
      if (changes === 'everything') cache.clear()
      else for (const id of changes) cache.delete(id)
    }
  }

  const changes = await watchCatalogue(db, connection, log, forget)

  /** Returns the cached response, or makes it once for all simultaneous requests. */
  async function kept(key: string, text: string, make: (asked: TourSearch) => Promise<ResponseBody>): Promise<ResponseBody> {
    const before = underWay
    const known = lists.get(key) ?? underWay.get(key)
    if (known) return known
    const asked = read(text, today())
    // Results that depend on seats are neither cached nor shared.
    if (dependsOnSeats(asked)) return make(asked)
    const making = make(asked)
    underWay.set(key, making)
    try {
      const response = await making
      if (before === underWay) lists.set(key, response)
      return response
    } finally {
      before.delete(key)
    }
  }

  async function makeList(query: ListToursQuery, asked: TourSearch): Promise<ResponseBody> {
    // Only active tours are listed, also for staff (specification §6).
    const nothing = { ids: [], total: 0, isExact: true, closest: [], lengthParts: [] }
    const found = query.isActive === 'false' ? nothing : await search.findList(query, asked)
    return listResponse(query, found, await findSerialised(found.ids), await findSerialised(found.closest))
  }

  async function makeSuggestions(asked: TourSearch): Promise<ResponseBody> {
    const found = await search.findSuggestions(asked)
    const data = suggestionsOf(await findSerialised(found.ids))
    const closest = suggestionsOf(await findSerialised(found.closest))
    return ResponseBody.of([Buffer.from(JSON.stringify({ data, ...(closest.length > 0 && { closest }) }))])
  }

  async function makeSimilar(tourId: string, day: Day): Promise<ResponseBody> {
    const last = lastTravelDay(day)
    const ids = await findSimilarTours(db, tourId, (tour) => nextRunDays(runDaysOf(toRuns(tour)), day, last, 1).length > 0)
    return dataOf(await findSerialised(ids), ']}')
  }

  /** Returns the tours in this order, without those no longer on offer. */
  async function findSerialised(ids: readonly string[]): Promise<SerialisedTour[]> {
    const found = new Map(ids.map((id) => [id, tours.get(id)]))
    const missing = ids.filter((id) => !found.get(id))
    if (missing.length > 0) {
      const before = underWay
      for (const [id, tour] of await readTours(db, missing)) {
        const offered = new SerialisedTour(tour)
        found.set(id, offered)
        if (before === underWay) tours.set(id, offered)
      }
    }
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  return {
    knownPage(query) {
      const key = keyOf(query)
      // Without one the caller asks again, for a list that is made.
      return changes.isFresh() && lists.has(key) ? lists.get(key) : undefined
    },
    async page(query) {
      await changes.refresh()
      return kept(keyOf(query), query.search ?? '', async (asked) => makeList(query, asked))
    },
    async suggest(text) {
      await changes.refresh()
      return kept(`suggestions ${text}`, text, makeSuggestions)
    },
    async choices() {
      if (!(await offersAllOnSale(db))) return SPECIFIED_CHOICES
      await changes.refresh()
      return kept('choices', '', async () => ResponseBody.of([Buffer.from(JSON.stringify(await findTourChoices(db)))]))
    },
    async find(tourId) {
      await changes.refresh()
      const known = details.get(tourId)
      if (known) return known
      const before = underWay
      const [tour] = await findSerialised([tourId])
      if (!tour) return undefined
      const sold = await sellingOnSale(db, tourId)
      const response = ResponseBody.of([Buffer.from('{"data":'), sold ? withSelling(tour.json, sold) : tour.json, Buffer.from('}')])
      if (before === underWay) details.set(tourId, response)
      return response
    },
    async findSimilar(tourId) {
      await changes.refresh()
      if ((await findSerialised([tourId])).length === 0) return undefined
      const day = today()
      return kept(`similar ${tourId} ${day}`, '', async () => makeSimilar(tourId, day))
    },
    use: () => ({ tours: tours.use(), lists: lists.use(), details: details.use() }),
    catchUp: async () => changes.catchUp(),
    stop: async () => changes.stop(),
  }
}

/** A tour as lists and suggestions show it, serialised once. */
class SerialisedTour {
  readonly json: ResponsePiece
  readonly suggestion: Suggestion

  constructor(tour: Tour) {
    const { id, name, destination, duration } = tour
    this.json = new ResponsePiece(JSON.stringify(tour))
    this.suggestion = { id, name, destination, duration }
  }

  get size(): number {
    return this.json.size
  }
}

/** Adds fields that the tour of a list doesn’t have. */
function withSelling({ bytes }: ResponsePiece, sold: object): Buffer {
  return Buffer.concat([bytes.subarray(0, -1), COMMA, Buffer.from(JSON.stringify(sold)).subarray(1)])
}

function keyOf({ page, limit, isActive, sort, maxPrice, seats, freeCancellation, search }: ListToursQuery): string {
  return `${page} ${limit} ${isActive} ${sort ?? ''} ${maxPrice ?? ''} ${seats ?? ''} ${freeCancellation ?? ''} ${search ?? ''}`
}

function dependsOnSeats({ day, month, span }: TourSearch): boolean {
  return day !== undefined || month !== undefined || span !== undefined
}

function suggestionsOf(tours: readonly SerialisedTour[]): Suggestion[] {
  return tours.map(({ suggestion }) => suggestion)
}

function listResponse(
  { page, limit }: ListToursQuery,
  { total, isExact, lengthParts, understood }: ListedTours,
  data: SerialisedTour[],
  closest: SerialisedTour[],
): ResponseBody {
  const ofLength = lengthParts.length === 0 ? '' : `,"lengthParts":${JSON.stringify(lengthParts)}`
  const asUnderstood = understood === undefined ? '' : `,"understood":${JSON.stringify(understood)}`
  const end = `],"page":${page},"limit":${limit},"total":${total}${isExact ? '' : ',"totalIsExact":false'}${ofLength}${asUnderstood}`
  if (closest.length === 0) return dataOf(data, `${end}}`)
  return ResponseBody.of([START, ...listed(data), Buffer.from(`${end},"closest":[`), ...listed(closest), Buffer.from(']}')])
}

function dataOf(data: SerialisedTour[], end: string): ResponseBody {
  return ResponseBody.of([START, ...listed(data), Buffer.from(end)])
}

function listed(tours: SerialisedTour[]): (ResponsePiece | Buffer)[] {
  return tours.flatMap(({ json }, index) => (index === 0 ? [json] : [COMMA, json]))
}

const SPECIFIED_CHOICES = ResponseBody.of([Buffer.from(JSON.stringify({ destinations: [], largestGroup: 0 } satisfies TourChoices))])
const START = Buffer.from('{"data":[')
const COMMA = Buffer.from(',')
