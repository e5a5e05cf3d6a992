import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Kysely, PostgresDialect, type CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { ListToursResponse } from '#shared/tours/public.ts'
import type { ListToursQuery } from '#shared/tours/queries.ts'
import type { DB } from '#server/lib/db-types.ts'
import { createPool } from '#server/lib/db.ts'
import type { Coding, ResponseBody } from '#server/lib/delivery/response-body.ts'
import { loseNotifications } from '../../../../tests/support/lost-notifications.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { createCatalogue, type Catalogue } from './catalogue-cache.ts'
import { forgetChanges } from './catalogue-changes.ts'
import { readSearchKnowledge } from './search/search.ts'

const ID = 'tokyo-and-mount-fuji'
const LIST: ListToursQuery = { page: 1, limit: 100 }
let site: TestApp
/** The statements of the catalogue under test, in the order in which they ended. */
let noted: CompiledQuery[]

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

/** Creates a catalogue like another process on the same database. `afterReading` delays it after it has read tours. */
async function open(afterReading = async () => Promise.resolve()): Promise<Catalogue> {
  const pool = createPool(site.connection, 4, () => undefined)
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
    client.query = (async (...args: unknown[]) => {
      const result = await query(...args)
      if (String(args[0]).includes('"itinerary_days"')) await afterReading()
      return result
    }) as typeof client.query
  })
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }), log: ({ query }) => void noted.push(query) })
  noted = []
  const catalogue = await createCatalogue({ ...site.deps, db }, site.connection, await readSearchKnowledge(site.deps.config))
  onTestFinished(async () => {
    await catalogue.stop()
    await db.destroy()
  })
  return catalogue
}

async function setPrice(cents: number, id = ID): Promise<void> {
  await site.deps.db.updateTable('tours').set({ base_price_cents: cents }).where('id', '=', id).execute()
}

async function parsed(body: ResponseBody): Promise<ListToursResponse> {
  return (await body.json()) as ListToursResponse
}

async function priceIn(catalogue: Catalogue, query = LIST): Promise<number | undefined> {
  return (await parsed(await catalogue.page(query))).data.find(({ id }) => id === ID)?.basePrice
}

const searches = () => noted.filter(({ sql }) => sql.includes('with found'))
/** The tours read by each statement. */
const readings = () => noted.filter(({ sql }) => sql.includes('"itinerary_days"')).map(({ parameters }) => parameters[0] as string[])

test('what was asked before is kept as it is; a change of one tour reads that tour again, and no other', async () => {
  const catalogue = await open()
  const first = await catalogue.page(LIST)
  expect(await catalogue.page(LIST)).toBe(first)
  expect(searches()).toHaveLength(1)
  expect(readings()).toEqual([(await parsed(first)).data.map(({ id }) => id)])
  await setPrice(111_100)
  await expect.poll(async () => priceIn(catalogue)).toBe(1111)
  expect(readings().slice(1)).toEqual([[ID]])
})

test('a burst of changes costs one search and one reading, however many ask', async () => {
  const catalogue = await open()
  await catalogue.page(LIST)
  const ids = (await parsed(await catalogue.page(LIST))).data.map(({ id }) => id)
  await Promise.all(ids.map(async (id) => setPrice(222_200, id)))
  await catalogue.catchUp()
  noted = []
  await Promise.all(Array.from({ length: 50 }, async () => priceIn(catalogue)))
  expect(searches()).toHaveLength(1)
  expect(readings()).toHaveLength(1)
})

test('who has caught up sees what was committed before, at once and in every response', async () => {
  const catalogue = await open()
  for (let cents = 300_000; cents < 300_020; cents += 1) {
    await Promise.all([catalogue.page(LIST), catalogue.find(ID)])
    await setPrice(cents)
    await catalogue.catchUp()
    expect(await priceIn(catalogue)).toBe(cents / 100)
    expect(await (await catalogue.find(ID))?.json()).toMatchObject({ data: { basePrice: cents / 100 } })
  }
})

test.each([true, false])('what was read before a change is kept by nobody, nor waited for by who asks after it: %s', async (isAsked) => {
  const reading = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const catalogue = await open(async () => {
    reading.resolve()
    await held.promise
  })
  const early = catalogue.page(LIST)
  await reading.promise
  const cents = isAsked ? 412_300 : 512_300
  await setPrice(cents)
  await catalogue.catchUp()
  const late = isAsked ? catalogue.page(LIST) : early
  held.resolve()
  expect((await parsed(await early)).data.find(({ id }) => id === ID)?.basePrice).not.toBe(cents / 100)
  if (isAsked) expect((await parsed(await late)).data.find(({ id }) => id === ID)?.basePrice).toBe(cents / 100)
  expect(await priceIn(catalogue)).toBe(cents / 100)
})

test('a transaction that began before the last look and commits after it is noticed', async () => {
  const catalogue = await open()
  const { db } = site.deps
  await catalogue.page(LIST)
  let meanwhile: number | undefined
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('tours').set({ base_price_cents: 562_300 }).where('id', '=', ID).execute()
    await setPrice(99_900, 'kyoto-temples-and-tea')
    await catalogue.catchUp()
    meanwhile = await priceIn(catalogue)
  })
  expect(meanwhile).not.toBe(5623)
  await catalogue.catchUp()
  expect(await priceIn(catalogue)).toBe(5623)
})

test('changes that were forgotten by the job had been seen', async () => {
  const catalogue = await open()
  await catalogue.page(LIST)
  await setPrice(612_300)
  await forgetChanges({ db: site.deps.db, now: () => new Date() })
  await catalogue.catchUp()
  expect(await priceIn(catalogue)).toBe(6123)
  await forgetChanges({ db: site.deps.db, now: () => new Date(Date.now() + 2 * 60 * 60_000) })
  expect(await site.deps.db.selectFrom('catalogue_changes').select('id').execute()).toEqual([])
})

test('no more is kept than fits: what was used least is searched again', async () => {
  const catalogue = await open()
  const oldest = await catalogue.page(LIST)
  const most = Math.ceil((12 * 2 ** 20) / oldest.size)
  for (let index = 1; index <= most; index++) await catalogue.page({ ...LIST, search: ' '.repeat(index) })
  expect(await catalogue.page(LIST)).not.toBe(oldest)
  expect(searches()).toHaveLength(most + 2)
})

const BROWSER = (coding: Coding) => ['gzip', 'br'].includes(coding)

test('the first who asks gets a response compressed cheaply, the others one compressed well; all are the plain one', async () => {
  const response = await (await open()).page(LIST)
  const first = await response.encoded(BROWSER)
  const later = await response.encoded(BROWSER)
  expect([first.coding, later.coding]).toEqual(['br', 'br'])
  expect(later.bytes.length).toBeLessThan(first.bytes.length)
  expect((await response.encoded(BROWSER)).bytes).toBe(later.bytes)
  for (const { bytes } of [first, later]) expect(brotliDecompressSync(bytes).equals(await response.plain())).toBe(true)
})

test('tours that another list has shown are compressed once for all lists, and joined to a gzip of the whole', async () => {
  const catalogue = await open()
  const known = await catalogue.page(LIST)
  await known.encoded(BROWSER)
  for (const search of ['hiking', 'temple', 'beach 2 guests', 'nothing of the kind']) {
    const response = await catalogue.page({ ...LIST, search })
    const { coding, bytes } = await response.encoded(BROWSER)
    expect(coding).toBe('gzip')
    expect(gunzipSync(bytes).equals(await response.plain())).toBe(true)
    expect((await response.encoded(BROWSER)).coding).toBe('br')
  }
})

test('who accepts gzip alone gets gzip, who accepts nothing the plain bytes', async () => {
  const response = await (await open()).page(LIST)
  const { coding, bytes } = await response.encoded((each) => each === 'gzip')
  expect(coding).toBe('gzip')
  expect(gunzipSync(bytes).equals(await response.plain())).toBe(true)
  expect(await response.encoded(() => false)).toEqual({ bytes: await response.plain() })
})

test('two responses have the same tag if they have the same bytes, and only then', async () => {
  const [one, another] = [await open(), await open()]
  expect((await one.page(LIST)).etag).toBe((await another.page(LIST)).etag)
  expect((await one.page({ ...LIST, limit: 3 })).etag).not.toBe((await one.page(LIST)).etag)
  const before = (await one.page(LIST)).etag
  await setPrice(123_400)
  await one.catchUp()
  expect((await one.page(LIST)).etag).not.toBe(before)
})

test('without notifications a change is shown within a second, and at once to who has caught up', async () => {
  await loseNotifications(site)
  const catalogue = await open()
  await catalogue.page(LIST)
  await setPrice(712_300)
  const changedAt = performance.now()
  await expect.poll(async () => priceIn(catalogue), { timeout: 3000, interval: 20 }).toBe(7123)
  expect(performance.now() - changedAt).toBeLessThan(1300)
  await setPrice(812_300)
  await catalogue.catchUp()
  expect(await priceIn(catalogue)).toBe(8123)
})
