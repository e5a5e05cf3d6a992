import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayAhead } from '../../../../tests/support/days.ts'
import { providerClient } from '../../../../tests/support/provider-client.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { syncPrices } from './prices.ts'

// In the order in which the sync comes to them.
const FIRST = 'bali-family-circle'
const SECOND = 'kyoto-temples-and-tea'
const MORE_THAN_A_CARD_PAYS = 100_000_000

let site: TestApp
let log: object[]

beforeAll(async () => {
  site = await createTestApp()
})
afterEach(async () => site.cards.tell('faults/clear'))
afterAll(async () => site.close())

/** The sync, and what it has said of refusals. */
async function sync(): Promise<object[]> {
  log = []
  await syncPrices(site.deps, { ...site.app.log, error: (facts: object) => log.push(facts) })
  return log
}

async function tourRow(id: string) {
  return site.deps.db.selectFrom('tours').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function setPrice(id: string, cents: number): Promise<void> {
  await site.deps.db.updateTable('tours').set({ base_price_cents: cents }).where('id', '=', id).execute()
}

async function priceAtProvider(id: string) {
  return providerClient(site).prices.retrieve((await tourRow(id)).stripe_price_id ?? '')
}

test('a site starts with prices that can be booked, and a sync asks for these alone and makes nothing', async () => {
  expect((await site.cards.state()).hits).toEqual({})
  const traveller = await site.customer()
  expect((await traveller.checkout(FIRST, 1, dayAhead(1))).status).toBe(200)
  await sync()
  const { hits } = await site.cards.state()
  const tours = await site.deps.db.selectFrom('tours').select('id').where('is_active', '=', true).execute()
  expect(hits).toEqual({ 'POST /v1/checkout/sessions': 1, 'GET /v1/prices/:id': tours.length })
})

async function tasks() {
  return site.deps.db.selectFrom('tasks').select(['cause', 'outcome']).where('kind', '=', 'price_refused').execute()
}

test('a tour whose price is refused does not keep the others waiting, is one task and in the log, and tried again', async () => {
  await setPrice(FIRST, MORE_THAN_A_CARD_PAYS)
  await setPrice(SECOND, 111_100)
  const refusal = { tourId: FIRST, code: 'amount_too_large', requestId: expect.stringMatching(/^req_/) }
  expect(await sync()).toEqual([expect.objectContaining(refusal)])
  expect(await priceAtProvider(SECOND)).toMatchObject({ active: true, unit_amount: 111_100 })
  expect(await sync()).toEqual([expect.objectContaining(refusal)])
  expect(await tasks()).toEqual([
    { cause: expect.stringContaining('$1,000,000.00 (the card provider’s response was refused'), outcome: null },
  ])
  await setPrice(FIRST, 222_200)
  expect(await sync()).toEqual([])
  expect(await tasks()).toMatchObject([{ outcome: expect.stringContaining('price has changed') }])
  expect(await priceAtProvider(FIRST)).toMatchObject({ active: true, unit_amount: 222_200 })
})

test('a server error that the provider repeats for the key for ever does not keep a tour without a price', async () => {
  await setPrice(FIRST, 333_300)
  await site.cards.tell('faults', { route: 'POST /v1/prices', kind: '500', saved: true })
  expect(await sync()).toEqual([expect.objectContaining({ tourId: FIRST })])
  expect(await sync()).toEqual([])
  expect(await priceAtProvider(FIRST)).toMatchObject({ active: true, unit_amount: 333_300 })
})

test('a server error to the question whether a price is still there changes no price', async () => {
  const before = await tourRow(FIRST)
  await site.cards.tell('faults', { route: 'GET /v1/prices/:id', kind: '500', count: 3 })
  expect(await sync()).toEqual([expect.objectContaining({ tourId: FIRST })])
  expect((await tourRow(FIRST)).stripe_price_id).toBe(before.stripe_price_id)
})

test('a provider that cannot be reached ends the run, since the other tours would only wait for the same', async () => {
  await setPrice(FIRST, 444_400)
  await site.cards.tell('faults', { route: '*', kind: '429', count: 1 })
  await expect(sync()).rejects.toMatchObject({ failure: 'uncertain' })
  expect(await sync()).toEqual([])
})

test('a tour that changes its currency gets a price in it, and the old one is switched off', async () => {
  const before = await tourRow(SECOND)
  await site.deps.db.updateTable('tours').set({ currency: 'gbp' }).where('id', '=', SECOND).execute()
  await sync()
  expect(await priceAtProvider(SECOND)).toMatchObject({ active: true, currency: 'gbp', unit_amount: before.base_price_cents })
  expect(await providerClient(site).prices.retrieve(before.stripe_price_id ?? '')).toMatchObject({ active: false, currency: 'usd' })
})

test('a price of another currency or amount than we noted is not used', async () => {
  const tour = await tourRow(FIRST)
  const wrong = await providerClient(site).prices.create({ product: tour.stripe_product_id ?? '', currency: 'gbp', unit_amount: 444_400 })
  await site.deps.db.updateTable('tours').set({ stripe_price_id: wrong.id }).where('id', '=', FIRST).execute()
  await sync()
  expect(await priceAtProvider(FIRST)).toMatchObject({ currency: 'usd', unit_amount: 444_400 })
})
