import { Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LONGEST_LIST, type ListToursResponse } from '#shared/tours/public.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import { loadConfig } from '#server/config.ts'
import { readTours } from '#server/features/tours/offered-tours.ts'
import type { DB } from '#server/lib/db-types.ts'
import { createDatabase, createPool, type Database } from '#server/lib/db.ts'
import { refreshActivityCounts } from '../../../../../tests/support/activity-counts.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { findMonthSeats } from '../seats.ts'
import { findTours } from './found-tours.ts'
import { forgetWords } from './known-words.ts'
import { readSearchKnowledge } from './search.ts'
import { explainWords } from './words.ts'

const { read: parseSearch, synonyms } = await readSearchKnowledge(loadConfig({}))
/** Enough to make a statement slow that reads all of them. */
const TOURS = 30_000
/** These come last in the list. */
const LAGOONS = 3000
const DAY = '2127-06-15'
let site: TestApp
/** A single connection, whose reads are counted. */
let db: Database

beforeAll(async () => {
  site = await createTestApp()
  db = createDatabase(createPool(site.connection, 1, () => undefined))
  await site.asOwner(
    // Every tour is common, every hundredth rare; a beach is never in winter. Only the last ones have a lagoon; four share each place.
    // Every thirteenth has sun, every fifteenth wind, and only the first ones gloaming.
    `insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, tags, terms_and_conditions, position, full_refund_days)
      select 'many-' || n, 'Common number' || n, case n % 100 when 0 then 'Rarity, Nowhere' else 'Ordinary, Nowhere' end,
        1 + n % 14, 'Text', (1 + n % 14) * 10000, 2 + n % 20, 'Group', array[case n % 2 when 0 then 'seaside' else 'snowy' end, 'half' || n % 3, case when n > ${TOURS - LAGOONS} then 'lagoon' end,
          case n % 13 when 0 then 'sunny' end, case n % 15 when 0 then 'windy' end, case when n <= 700 then 'gloaming' end], '',
        100 + case when n > ${TOURS - LAGOONS} then n - n % 8 + n % 2 else n end, case n % 1000 when 0 then 2 else 30 end
      from generate_series(1, ${TOURS}) as n`,
    `insert into departures (tour_id, departs_on, capacity, seats_taken) select id, '${DAY}', max_people, max_people from tours where position > 100 and position % 2 = 0`,
    `insert into departures (tour_id, departs_on, capacity) select id, date '${DAY}' + 1 + n, max_people from tours, generate_series(1, 3) as n`,
    'vacuum (analyze)',
  )
})
afterAll(async () => {
  await db.destroy()
  await site.close()
})

async function find(text: string, page = 1, on = db) {
  const search = parseSearch(text, '2126-01-01')
  const meanings = await explainWords(on, search.words, synonyms)
  // Tours with a clock of their own count from the moment, the others from the day.
  return findTours(on, { page, limit: 20 }, search, meanings, '2126-01-01', new Date('2126-01-01T10:00:00Z'))
}

const TABLES = ['tours', 'departures', 'tour_words', 'itinerary_days', 'tour_images', 'pictures']

/** Counts full scans of large tables, and rows fetched by an index. */
async function readings(): Promise<{ whole: number; fetched: number }> {
  await refreshActivityCounts(db)
  const { rows } = await sql<{ whole: number; fetched: number }>`
    select sum(seq_scan)::integer as whole, sum(idx_tup_fetch)::integer as fetched
    from pg_stat_user_tables where relname in (${sql.join(TABLES)}) and n_live_tup > 1000`.execute(db)
  return rows[0] ?? { whole: 0, fetched: 0 }
}

/** Counts scans of the index of words. */
async function indexReadings(): Promise<number> {
  await refreshActivityCounts(db)
  const { rows } = await sql<{ scans: number }>`
    select idx_scan::integer as scans from pg_stat_user_indexes where indexrelname = 'tours_search_idx'`.execute(db)
  return rows[0]?.scans ?? 0
}

/** Returns what a search read, including the head of the list, which is always examined. */
async function costOf(work: () => Promise<unknown>): Promise<{ whole: number; fetched: number }> {
  const before = await readings()
  await work()
  const after = await readings()
  return { whole: after.whole - before.whole, fetched: after.fetched - before.fetched }
}

test.each([
  ['', 30_023, 20],
  ['common', 30_000, 20],
  ['rarity', 300, 20],
  ['raritty', 300, 20],
  ['number777', 11, 11],
  ['seaside snowy', 0, 0],
  ['seaside rarity', 300, 20],
  ['snowy rarity', 0, 0],
  ['common half1 half2', 0, 0],
  ['14 days under $1000', 0, 0],
  ['5 days rarity', 43, 20],
  ['4 to 8 days rarity', 86, 20],
  ['a week rarity', 43, 20],
  ['21 guests', 1500, 20],
  ['21 guests 2127-06-17', 1500, 20],
  ['common June 2129', 0, 0],
  [`common ${DAY}`, 15_000, 20],
  [`number777 number778 ${DAY}`, 0, 0],
  ['rarity June 2127', 300, 20],
  ['lagoon', 3000, 20],
  ['lagoon snowy', 1500, 20],
  ['free cancellation', 30_021, 20],
  ['free cancellation 2126-01-03', 30, 20],
  ['free cancellation rarity 2126-01-03', 30, 20],
  ['free cancellation 2126-01-02', 0, 0],
] as const)('%j finds %i, by indexes and without walking past every tour', async (text, total, listed) => {
  const cost = await costOf(async () => {
    const found = await find(text)
    expect(found).toMatchObject({ total: Math.min(total, 1000), isExact: total <= 1000 })
    expect(found.ids).toHaveLength(listed)
  })
  expect(cost.whole).toBe(0)
  expect(cost.fetched).toBeLessThan(15_000)
})

/** Returns the ids of tours with all these words, in the order of the list. */
async function inOrder(text: string, from: number, number: number): Promise<string[]> {
  const words = parseSearch(text, '2126-01-01').words.map((word) => `'${word}'`)
  const { rows } = await sql<{ id: string }>`
    select id from tours where is_active and search @@ ${words.join(' & ')}::tsquery order by position, id limit ${number} offset ${from}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

test.each([
  ['lagoon', 'lagoon', 1],
  ['lagoon', 'lagoon', 40],
  ['lagoon', 'lagoon', 75],
  ['lagoon', 'lagoon', 150],
  ['lagoon', 'lagoon', 151],
  // The others are sold out.
  [`lagoon ${DAY}`, 'lagoon snowy', 1],
  [`lagoon ${DAY}`, 'lagoon snowy', 40],
])('%j is found at the end of the list without walking there: %s, page %i', async (text, words, page) => {
  const ids = await inOrder(words, (page - 1) * 20, 20)
  const cost = await costOf(async () => expect(await find(text, page)).toEqual({ ids, total: 1000, isExact: false }))
  expect(cost.whole).toBe(0)
  expect(cost.fetched).toBeLessThan(20_000)
})

test.each([
  ['sunny', 1, 15_000],
  ['sunny', 50, 15_000],
  ['windy', 1, 17_000],
] as const)('%j, which many tours have, is found by walking on behind the head: page %i', async (text, page, further) => {
  const ids = await inOrder(text, (page - 1) * 20, 20)
  const before = await indexReadings()
  const cost = await costOf(async () => expect(await find(text, page)).toEqual({ ids, total: 1000, isExact: false }))
  expect(await indexReadings()).toBe(before)
  expect(cost.whole).toBe(0)
  expect(cost.fetched).toBeLessThan(10_000 + further)
})

test('what many tours at the head have and no others is counted by the indexes all the same', async () => {
  const cost = await costOf(async () => {
    expect(await find('gloaming', 35)).toEqual({ ids: await inOrder('gloaming', 680, 20), total: 700, isExact: true })
    expect(await find('gloaming', 36)).toEqual({ ids: [], total: 700, isExact: true })
  })
  expect(cost.whole).toBe(0)
  expect(cost.fetched).toBeLessThan(2 * 35_000)
})

test('up to 1,000 results are ordered as asked without reading more; a longer list keeps its own order', async () => {
  const ordered = async (text: string) => {
    const search = parseSearch(text, '2126-01-01')
    return findTours(db, { page: 1, limit: 20, sort: '-duration' }, search, await explainWords(db, search.words, synonyms), '2126-01-01')
  }
  const cost = await costOf(async () => {
    const { ids } = await ordered('rarity')
    const durations = (await db.selectFrom('tours').select('duration').where('id', 'in', ids).execute()).map(({ duration }) => duration)
    expect(new Set(durations)).toEqual(new Set([13]))
  })
  expect(cost.whole).toBe(0)
  expect(await ordered('common')).toEqual(await find('common'))
})

test('a round through the dictionary reads the head of the list, and asks the index for each word that is not there', async () => {
  const known = async () => db.selectFrom('tour_words').select('word').orderBy('word').execute()
  const words = await known()
  expect(words.length).toBeGreaterThan(TOURS)
  await site.asOwner(`insert into tour_words (word, stem) select 'forgotten' || n, '' from generate_series(1, 300) as n`)
  const { whole, fetched } = await costOf(async () => forgetWords({ db }))
  expect(await known()).toEqual(words)
  expect(whole).toBe(0)
  expect(fetched).toBeLessThan(1.1 * words.length)
})

test('the tours of a page are read by indexes', async () => {
  const { ids } = await find('rarity')
  const { whole, fetched } = await costOf(async () => expect(await readTours(db, ids)).toHaveLength(20))
  expect(whole).toBe(0)
  expect(fetched).toBeLessThan(100)
})

test('the seats of a tour’s month are read by its own departures alone', async () => {
  const { whole, fetched } = await costOf(async () => {
    const days = await findMonthSeats(db, 'many-4', { from: '2127-06-01', to: '2127-06-30' })
    expect(days?.filter(({ seatsLeft }) => seatsLeft === 0)).toEqual([{ date: DAY, seatsLeft: 0 }])
  })
  expect(whole).toBe(0)
  expect(fetched).toBeLessThan(20)
})

test('pages follow each other without gap or repetition, whichever way they are found', async () => {
  for (const text of ['rarity', 'common', 'half1', 'seaside half2', 'lagoon snowy', 'sunny', 'gloaming']) {
    const pages: string[] = []
    for (let page = 1; page <= 6; page++) pages.push(...(await find(text, page)).ids)
    expect(pages).toEqual(await inOrder(text, 0, pages.length))
  }
})

async function list(query: Record<string, string>): Promise<ListToursResponse> {
  const visitor = await site.customer()
  return (await visitor.get(`${listTours.path}?${new URLSearchParams(query).toString()}`)).json
}

test('the total is exact up to 1,000 and says so beyond; results beyond 10,000 are not listed', async () => {
  expect(await list({ limit: '3', search: 'rarity' })).toMatchObject({ total: 300 })
  expect(await list({ limit: '3', search: 'rarity' })).not.toHaveProperty('totalIsExact')
  expect(await list({ limit: '3' })).toMatchObject({ total: 1000, totalIsExact: false })
  const last = await list({ limit: '100', page: String(LONGEST_LIST / 100) })
  expect(last.data).toHaveLength(100)
  for (const search of ['', 'half1']) {
    expect(await list({ limit: '100', page: String(LONGEST_LIST / 100 + 1), search })).toMatchObject({ data: [], total: 1000 })
  }
  expect((await list({ limit: '99', page: '102' })).data).toHaveLength(1)
})

test.each([`rarity'`, `'rarity`, String.raw`rarity\'`, `rarity');--`, `rarity'':*`, String.raw`\rarity\\`, 'rarity\u2019\uFF07'])(
  'what is typed stays within the quotes of the statement: %s (ASVS 1.2.4)',
  async (text) => {
    const statements: CompiledQuery[] = []
    const noted = new Kysely<DB>({
      dialect: new PostgresDialect({ pool: site.deps.pool }),
      log: ({ query }) => void statements.push(query),
    })
    expect(await find(text, 1, noted)).toEqual(await find('rarity'))
    const written = statements.filter(({ sql: statement }) => statement.includes('rarity'))
    expect(written.map(({ parameters }) => parameters)).toEqual([[]])
    // A lexeme in quotes, within the quotes of the literal.
    for (const { sql: statement } of written) expect(statement.replaceAll("'(''rarity'')'", '')).not.toContain('rarity')
  },
)
