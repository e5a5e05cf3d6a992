import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { dayAhead } from '../../../../tests/support/days.ts'
import { providerClient } from '../../../../tests/support/provider-client.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { ensurePrice, syncFirstPrices, syncPrices } from './prices.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

async function tourRow(id: string) {
  return site.deps.db.selectFrom('tours').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function setPrice(id: string, cents: number): Promise<void> {
  await site.deps.db.updateTable('tours').set({ base_price_cents: cents }).where('id', '=', id).execute()
}

async function priceAtProvider(id: string | null) {
  return providerClient(site).prices.retrieve(id ?? '', { expand: ['product'] })
}

async function sync(): Promise<void> {
  await syncPrices(site.deps, site.app.log)
}

test('the sync gives every active tour a product and a price of its amount at the provider', async () => {
  const tours = await site.deps.db.selectFrom('tours').selectAll().where('is_active', '=', true).execute()
  expect(tours.length).toBeGreaterThan(20)
  expect(new Set(tours.map((tour) => tour.stripe_price_id)).size).toBe(tours.length)
  for (const tour of tours) {
    const price = await priceAtProvider(tour.stripe_price_id)
    expect(price).toMatchObject({
      active: true,
      unit_amount: tour.base_price_cents,
      currency: tour.currency,
      metadata: { tour_id: tour.id },
      product: { id: tour.stripe_product_id, name: tour.name },
    })
  }
})

test('a sync with nothing to do makes nothing', async () => {
  const before = await site.deps.db.selectFrom('tours').select(['id', 'stripe_price_id', 'price_version']).orderBy('id').execute()
  await sync()
  const after = await site.deps.db.selectFrom('tours').select(['id', 'stripe_price_id', 'price_version']).orderBy('id').execute()
  expect(after).toEqual(before)
})

test('a changed price makes a new price of the same product and switches the old one off', async () => {
  const id = 'kyoto-temples-and-tea'
  const before = await tourRow(id)
  await setPrice(id, 123_456)
  await sync()
  const after = await tourRow(id)
  expect(after.stripe_price_id).not.toBe(before.stripe_price_id)
  expect(after.stripe_product_id).toBe(before.stripe_product_id)
  expect(await priceAtProvider(after.stripe_price_id)).toMatchObject({ active: true, unit_amount: 123_456 })
  expect(await priceAtProvider(before.stripe_price_id)).toMatchObject({ active: false, unit_amount: before.base_price_cents })
})

test('a price that goes back to what it was gets a price that can be paid', async () => {
  const id = 'japan-by-shinkansen'
  const { base_price_cents: original } = await tourRow(id)
  for (const cents of [original + 100, original, original + 100, original]) {
    await setPrice(id, cents)
    await sync()
    expect(await priceAtProvider((await tourRow(id)).stripe_price_id)).toMatchObject({ active: true, unit_amount: cents })
  }
})

test('a checkout that comes before the sync makes the price itself, and tells the new total', async () => {
  const id = 'nakasendo-and-fuji-on-foot'
  const traveller = await site.customer()
  const { stripePriceId: priceId } = await traveller.tour(id)
  await setPrice(id, 200_050)
  const body = { priceId, tour_id: id, totalGuests: 2, travelDate: dayAhead(1) }
  const refused = await traveller.post(createCheckout.path, body)
  expect(refused.status).toBe(409)
  expect(refused.json).toMatchObject({ code: 'price_changed', price: { basePrice: 2000.5, total: 4001 } })
  const accepted = await traveller.post(createCheckout.path, { ...body, priceId: refused.json.price.priceId })
  expect(accepted.status).toBe(200)
})

test('many who ask for a new price at once get one and the same', async () => {
  const id = 'bali-family-circle'
  await setPrice(id, 77_700)
  const ids = await Promise.all(Array.from({ length: 8 }, async () => ensurePrice(site.deps, id)))
  expect(new Set(ids).size).toBe(1)
  const { stripe_price_id: priceId, stripe_product_id: product } = await tourRow(id)
  expect(ids[0]).toBe(priceId)
  const active = await providerClient(site).prices.list({ product: product ?? '', active: true })
  expect(active.data.map((price) => price.id)).toEqual([priceId])
})

test('a price that someone switched off at the provider is made again', async () => {
  const id = 'loire-by-bicycle'
  const before = await tourRow(id)
  await providerClient(site).prices.update(before.stripe_price_id ?? '', { active: false })
  await sync()
  const after = await tourRow(id)
  expect(after.stripe_price_id).not.toBe(before.stripe_price_id)
  expect(await priceAtProvider(after.stripe_price_id)).toMatchObject({ active: true, unit_amount: before.base_price_cents })
})

test('a tour that is not active or costs nothing has no price made for it', async () => {
  const { db } = site.deps
  const none = { stripe_price_id: null, stripe_product_id: null, stripe_price_cents: null }
  await db
    .updateTable('tours')
    .set({ ...none, is_active: false })
    .where('id', '=', 'riviera-by-the-little-trains')
    .execute()
  await db
    .updateTable('tours')
    .set({ ...none, base_price_cents: 0 })
    .where('id', '=', 'denpasar-sanur-and-the-highlands')
    .execute()
  await sync()
  expect((await tourRow('riviera-by-the-little-trains')).stripe_price_id).toBeNull()
  expect((await tourRow('denpasar-sanur-and-the-highlands')).stripe_price_id).toBeNull()
})

test('a provider that knows none of our prices (another key, a fresh sandbox) gets them all again, and tours can be booked', async () => {
  const id = 'tokyo-and-mount-fuji'
  const before = await tourRow(id)
  await site.cards.tell('reset')
  await sync()
  const after = await tourRow(id)
  expect(after.stripe_price_id).not.toBe(before.stripe_price_id)
  expect(await priceAtProvider(after.stripe_price_id)).toMatchObject({ active: true, product: { id: after.stripe_product_id } })
  const traveller = await site.customer()
  await expect.poll(async () => (await traveller.tour(id)).stripePriceId).toBe(after.stripe_price_id)
  expect((await traveller.checkout(id, 1, dayAhead(2))).status).toBe(200)
})

test('the start gives the first page of the list its prices, wherever its ids sort, and waits no longer than its limit', async () => {
  const { db } = site.deps
  await site.asOwner(`update tours set position = -1 where id = (select max(id) from tours where is_active)`)
  const none = { stripe_price_id: null, stripe_price_cents: null, stripe_price_currency: null }
  await db.updateTable('tours').set(none).where('is_active', '=', true).execute()
  const never = { ...site.deps, cards: { ...site.deps.cards, createPrice: async () => new Promise<never>(() => undefined) } }
  await syncFirstPrices(never, site.app.log, 20)
  const withStripe = { ...site.deps, config: { ...site.deps.config, usesCardSandbox: false } }
  await syncFirstPrices(withStripe, site.app.log, 60_000)
  const listed = await db
    .selectFrom('tours')
    .select(['id', 'stripe_price_id'])
    .where('is_active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute()
  expect(listed.findIndex(({ stripe_price_id }) => stripe_price_id === null)).toBe(20)
  await sync()
})
