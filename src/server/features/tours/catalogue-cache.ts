import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import type { ListToursQuery, Tour } from '#shared/tours.ts'
import type { ConnectionOptions, Database } from '#server/lib/db.ts'
import { listTours, seatsTakenOn } from './queries.ts'
import { matchesWords, parseSearch, toWords, type TourSearch } from './search-text.ts'

const compress = promisify(brotliCompress)
const MAX_ANSWERS = 50

interface Entry {
  tour: Tour
  json: string
  words: string[]
}

interface Snapshot {
  entries: Entry[]
  byId: Map<string, Entry>
  answers: Map<string, CataloguePage>
}

/** A finished response with a page of the list, as bytes. */
export interface CataloguePage {
  body: Buffer
  brotli: Buffer
}

/**
 * The active tours in memory, serialised once. PostgreSQL tells by NOTIFY when any process has changed one, and then they
 * are read again; while that connection is down nothing is kept, so that a response is never older than the data.
 */
export interface Catalogue {
  page(query: ListToursQuery): Promise<CataloguePage>
  /** Returns the response of view_by_id, serialised; undefined for a tour that is not offered. */
  findJson(tourId: string): Promise<string | undefined>
  stop(): Promise<void>
}

export async function createCatalogue(db: Database, connection: ConnectionOptions, log: FastifyBaseLogger): Promise<Catalogue> {
  let snapshot: Promise<Snapshot> | undefined
  let isListening = false
  let isStopped = false
  let listener: pg.Client | undefined

  async function listen(): Promise<void> {
    const client = new pg.Client({ ...connection, application_name: 'meridian-catalogue', keepAlive: true })
    listener = client
    client.on('notification', () => (snapshot = undefined))
    client.on('error', () => undefined)
    client.on('end', () => {
      isListening = false
      snapshot = undefined
      if (!isStopped) setTimeout(() => void listen().catch(() => undefined), 1000).unref()
    })
    await client.connect()
    await client.query('listen catalogue_changed')
    isListening = true
    snapshot = undefined
  }

  async function load(): Promise<Snapshot> {
    const active = (await listTours(db)).filter((tour) => tour.isActive)
    const entries = active.map((tour) => ({ tour, json: JSON.stringify(tour), words: wordsOf(tour) }))
    return { entries, byId: new Map(entries.map((entry) => [entry.tour.id, entry])), answers: new Map() }
  }

  async function current(): Promise<Snapshot> {
    if (!isListening) return load()
    if (snapshot) return snapshot
    const loading = load()
    snapshot = loading
    loading.catch(() => {
      if (snapshot === loading) snapshot = undefined
    })
    return loading
  }

  await listen().catch((error: unknown) => {
    log.warn({ err: error }, 'catalogue is read for every request until the database notifies')
  })

  return {
    async page(query) {
      const catalogue = await current()
      const key = `${query.page} ${query.limit} ${query.isActive} ${query.search ?? ''}`
      const known = catalogue.answers.get(key)
      if (known) return known
      const search = parseSearch(query.search ?? '')
      const answer = await render(query, await find(db, catalogue, query, search))
      // What depends on seats is never kept.
      if (search.day === undefined && catalogue.answers.size < MAX_ANSWERS) catalogue.answers.set(key, answer)
      return answer
    },
    async findJson(tourId) {
      const entry = (await current()).byId.get(tourId)
      return entry && `{"data":${entry.json}}`
    },
    async stop() {
      isStopped = true
      await listener?.end()
    },
  }
}

async function find(db: Database, { entries }: Snapshot, query: ListToursQuery, search: TourSearch): Promise<Entry[]> {
  // Only active tours are listed, whoever asks (specification §6).
  if (query.isActive === 'false') return []
  const { day, guests = 1, duration, words } = search
  const departures = day === undefined ? undefined : await seatsTakenOn(db, day)
  return entries.filter(({ tour, words: known }) => {
    const departure = departures?.get(tour.id)
    const seatsLeft = departure ? departure.capacity - departure.taken : tour.maxPeople
    return (
      (duration === undefined || tour.duration === duration) &&
      tour.maxPeople >= guests &&
      (day === undefined || seatsLeft >= guests) &&
      matchesWords(words, known)
    )
  })
}

async function render(query: ListToursQuery, found: Entry[]): Promise<CataloguePage> {
  const from = (query.page - 1) * query.limit
  const data = found.slice(from, from + query.limit).map((entry) => entry.json)
  const body = Buffer.from(`{"data":[${data.join(',')}],"page":${query.page},"limit":${query.limit},"total":${found.length}}`)
  return { body, brotli: await compress(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) }
}

function wordsOf(tour: Tour): string[] {
  const text = [tour.destination, tour.name, tour.tourType, ...tour.tags, tour.overview].join(' ')
  return [...new Set(toWords(text))]
}
