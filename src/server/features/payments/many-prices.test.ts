import type { KyselyPlugin } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import type { Deps } from '#server/lib/deps.ts'
import { paymentJobs, syncPrices } from './prices.ts'

const OWN = ['own-1', 'own-2', 'own-3', 'own-4', 'own-5', 'own-6', 'own-7', 'own-8']
const PAGE_SIZE = 5
const MORE_THAN_A_CARD_PAYS = 100_000_000

let site: TestApp
let deps: Deps
/** The tours of each statement that has read some, in their order: a page has several, a tour that is seen to is read alone. */
let reads: string[][]

const recorder: KyselyPlugin = {
  transformQuery: ({ node }) => node,
  transformResult: async ({ result }) => {
    if (result.rows.length > 0) reads.push(result.rows.map((row) => String(row['id'])))
    return result
  },
}

beforeAll(async () => {
  site = await createTestApp()
  deps = { ...site.deps, db: site.deps.db.withPlugin(recorder) }
  await site.asOwner(
    `insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, terms_and_conditions, is_generated)
     select 'own-' || i, 'Own tour ' || i, 'Own', 3, 'A tour of our own.', 10000 + i, 8, 'Walking', 'None.', false
     from generate_series(1, ${OWN.length}) i`,
  )
})
afterEach(async () => site.cards.tell('faults/clear'))
afterAll(async () => site.close())

async function sync(run: Parameters<typeof syncPrices>[2] = {}): Promise<void> {
  reads = []
  await syncPrices(deps, site.app.log, { pageSize: PAGE_SIZE, ...run })
}

async function setPrice(ids: string[], cents: number): Promise<void> {
  await site.deps.db.updateTable('tours').set({ base_price_cents: cents }).where('id', 'in', ids).execute()
}

/** Returns those of our tours that have a price of this amount. */
async function pricedAt(cents: number): Promise<string[]> {
  const priced = site.deps.db
    .selectFrom('tours')
    .select('id')
    .where('stripe_price_cents', '=', cents)
    .where('stripe_price_id', 'is not', null)
  return (await priced.orderBy('id').execute()).map((tour) => tour.id)
}

/** Returns the tours that were seen to, in their order. */
function seenTo(): string[] {
  return reads.filter((ids) => ids.length === 1).flat()
}

test('tours are read page by page, each once, and every tour of a page gets its price before the next page is read', async () => {
  await sync()
  const tours = await site.deps.db
    .selectFrom('tours')
    .select(['id', 'stripe_price_id'])
    .where('is_active', '=', true)
    .orderBy('id')
    .execute()
  const ids = tours.map((tour) => tour.id)
  const pages = Array.from({ length: Math.ceil(ids.length / PAGE_SIZE) }, (_, page) => ids.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE))
  expect(pages.length).toBeGreaterThan(5)
  expect(reads).toEqual(pages.flatMap((page) => [page, ...page.map((id) => [id])]))
  expect(new Set(tours.map((tour) => tour.stripe_price_id ?? 'none')).size).toBe(ids.length)
  expect(ids).toEqual(expect.arrayContaining(OWN))
})

test('tours that fill their last page are seen to once', async () => {
  await sync({ round: { last: { id: 'own-3' } }, pageSize: 1000 })
  const left = seenTo()
  await sync({ round: { last: { id: 'own-3' } }, pageSize: left.length })
  expect(seenTo()).toEqual(left)
})

test('a refusal in one page keeps no tour of it or of the next pages waiting', async () => {
  await setPrice(OWN, 22_200)
  await setPrice(['own-2'], MORE_THAN_A_CARD_PAYS)
  await sync({ pageSize: 2 })
  expect(await pricedAt(22_200)).toEqual(OWN.filter((id) => id !== 'own-2'))
})

test('a run whose time is up, or whose process is being stopped, asks about no further tour and keeps its place', async () => {
  const round = { last: { id: 'own-3' } }
  for (const end of [{ limitMs: -1 }, { stopping: AbortSignal.abort() }]) {
    await sync({ round, ...end })
    expect(seenTo()).toEqual([])
    expect(round).toEqual({ last: { id: 'own-3' } })
  }
})

test('the job goes on at the tour at which its last run ended, and then begins a new round', async () => {
  await setPrice(OWN, 33_300)
  const job = paymentJobs(deps, site.app.log).find(({ name }) => name === 'payments.sync-prices')
  const run = async () => {
    reads = []
    await job?.run({}, new AbortController().signal)
  }
  await site.cards.tell('faults', { route: 'POST /v1/prices', kind: '429', count: 1 })
  await expect(run()).rejects.toMatchObject({ failure: 'uncertain' })
  const before = seenTo()
  expect(before.at(-1)).toBe('own-1')
  await run()
  expect(seenTo()[0]).toBe('own-1')
  expect(seenTo()).not.toContain(before[0])
  expect(await pricedAt(33_300)).toEqual(OWN)
  await run()
  expect(seenTo()[0]).toBe(before[0])
})
