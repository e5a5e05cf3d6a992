import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession } from '#shared/payments/calls.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { getTour } from '#shared/tours/calls.ts'
import { syncPrices } from '#server/features/payments/prices.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { sessionOf, type Browser } from '../../../../tests/support/browser.ts'
import { bookingsOn, createBuyer, mailsTo, nextDay, passTime, seatsTaken, tasksOn } from '../../../../tests/support/buyers.ts'
import { expectInvariants } from '../../../../tests/support/invariants.ts'
import { providerClient } from '../../../../tests/support/provider-client.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterEach(async () => expectInvariants(site))
afterAll(async () => site.close())

async function tourRow(id: string) {
  return site.deps.db.selectFrom('tours').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

async function setBasePrice(id: string, cents: number): Promise<void> {
  await site.deps.db.updateTable('tours').set({ base_price_cents: cents }).where('id', '=', id).execute()
}

async function book(buyer: Browser, tour_id: string, priceId: string | null, travelDate: string, extra: object = {}) {
  return buyer.post(createCheckout.path, { priceId, tour_id, totalGuests: 2, travelDate, ...extra })
}

async function sessionCount(): Promise<number> {
  return (await site.cards.state()).counts.session
}

test('a price that changed between page and click is refused with the new total, which then can be booked', async () => {
  const tour = await tourRow('kyoto-temples-and-tea')
  await setBasePrice(tour.id, tour.base_price_cents + 10_000)
  const buyer = await createBuyer(site)
  const day = nextDay()
  const sessions = await sessionCount()
  const refused = await book(buyer, tour.id, tour.stripe_price_id, day)
  const total = ((tour.base_price_cents + 10_000) * 2) / 100
  expect(refused.json).toMatchObject({ statusCode: 409, code: 'price_changed', price: { total } })
  expect(await sessionCount()).toBe(sessions)
  expect(await bookingsOn(site, day)).toEqual([])
  expect((await book(buyer, tour.id, refused.json.price.priceId, day)).status).toBe(200)
  expect((await bookingsOn(site, day))[0]?.total_cents).toBe(total * 100)
})

test('a new price is booked as it was shown, before and after the card provider has it; one that has changed again is not', async () => {
  const tour = await tourRow('bali-family-circle')
  const buyer = await createBuyer(site)
  const days = [nextDay(), nextDay(), nextDay()]
  await setBasePrice(tour.id, tour.base_price_cents + 5000)
  const shown = (await buyer.get(pathOf(getTour, { id: tour.id }))).json.data
  expect(shown.basePrice).toBe((tour.base_price_cents + 5000) / 100)
  for (const day of days.slice(0, 2)) {
    expect((await book(buyer, tour.id, shown.stripePriceId, day)).status).toBe(200)
    expect((await bookingsOn(site, day))[0]?.total_cents).toBe((tour.base_price_cents + 5000) * 2)
  }
  expect((await buyer.get(pathOf(getTour, { id: tour.id }))).json.data.stripePriceId).toBe((await tourRow(tour.id)).stripe_price_id)
  await setBasePrice(tour.id, tour.base_price_cents)
  expect((await book(buyer, tour.id, shown.stripePriceId, days[2] ?? '')).json).toMatchObject({ statusCode: 409, code: 'price_changed' })
})

test('an amount that the client sends counts for nothing', async () => {
  const tour = await tourRow('nakasendo-and-fuji-on-foot')
  const buyer = await createBuyer(site)
  const day = nextDay()
  await book(buyer, tour.id, tour.stripe_price_id, day, { amount: 1, total: 1, basePrice: 1, amount_total: 1 })
  expect((await bookingsOn(site, day))[0]?.total_cents).toBe(tour.base_price_cents * 2)
})

test('a price that changes while the card page is open does not change what was agreed', async () => {
  const tour = await tourRow('hokkaido-cranes-and-drift-ice')
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(tour.id, 2, day)
  await setBasePrice(tour.id, tour.base_price_cents * 2)
  await site.cards.pay(session)
  expect((await bookingsOn(site, day))[0]).toMatchObject({ status: 'confirmed', total_cents: tour.base_price_cents * 2 })
  expect((await buyer.get(pathOf(getCheckoutSession, { id: session }))).json.session.amount_total).toBe(tour.base_price_cents * 2)
})

test('a checkout that is open in another currency is replaced, though the number has stayed', async () => {
  const tour = await tourRow('provence-luberon-and-verdon')
  const buyer = await createBuyer(site)
  const day = nextDay()
  const first = await book(buyer, tour.id, tour.stripe_price_id, day)
  await site.deps.db.updateTable('tours').set({ currency: 'gbp' }).where('id', '=', tour.id).execute()
  await syncPrices(site.deps, site.app.log)
  const { stripe_price_id } = await tourRow(tour.id)
  const second = await book(buyer, tour.id, stripe_price_id, day)
  expect([first.status, second.status]).toEqual([200, 200])
  expect(second.json.url).not.toBe(first.json.url)
  const bookings = await bookingsOn(site, day)
  expect(bookings.map(({ status, currency }) => [status, currency])).toEqual([
    ['expired', 'usd'],
    ['pending', 'gbp'],
  ])
})

test('the price of another, cheaper tour is refused and opens nothing (ASVS 2.2.3)', async () => {
  const [dear, cheap] = [await tourRow('japan-by-shinkansen'), await tourRow('yosemite-in-four-days')]
  const buyer = await createBuyer(site)
  const day = nextDay()
  const sessions = await sessionCount()
  for (const priceId of [cheap.stripe_price_id, 'price_of_nobody']) {
    expect((await book(buyer, dear.id, priceId, day)).json).toMatchObject({ statusCode: 409, code: 'price_changed' })
  }
  expect(await sessionCount()).toBe(sessions)
  expect(await bookingsOn(site, day)).toEqual([])
})

test('a page whose amount is not ours is never handed out', async () => {
  const tour = await tourRow('okinawa-and-the-kerama-islands')
  const wrong = await providerClient(site).prices.create({ product: tour.stripe_product_id ?? '', currency: 'usd', unit_amount: 100 })
  await site.deps.db.updateTable('tours').set({ stripe_price_id: wrong.id }).where('id', '=', tour.id).execute()
  const buyer = await createBuyer(site)
  const day = nextDay()
  const answer = await book(buyer, tour.id, wrong.id, day)
  expect(answer.json).toMatchObject({ statusCode: 502, code: 'payment_unavailable' })
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired'])
  const { sessions } = await site.cards.state()
  expect(sessions.at(-1)).toMatchObject({ amount_total: 200, status: 'expired' })
  expect(await tasksOn(site, day)).toMatchObject([{ kind: 'note', cause: expect.stringContaining('asked for $2.00 instead of') }])
})

test('a price that was switched off at the card service gives a clear error and frees the seats', async () => {
  const tour = await tourRow('coast-to-coast-by-train')
  await providerClient(site).prices.update(tour.stripe_price_id ?? '', { active: false })
  const buyer = await createBuyer(site)
  const day = nextDay()
  const refused = await book(buyer, tour.id, tour.stripe_price_id, day)
  expect(refused.json).toMatchObject({ statusCode: 502, code: 'payment_unavailable' })
  expect(refused.json.message).toBe('We can’t take card payments for this right now. You haven’t been charged. Please contact us.')
  const [booking] = await bookingsOn(site, day)
  expect(booking?.status).toBe('expired')
  expect(await seatsTaken(site, day, tour.id)).toBe(0)
  await syncPrices(site.deps, site.app.log)
  const { stripe_price_id } = await tourRow(tour.id)
  expect((await book(buyer, tour.id, stripe_price_id, day)).status, 'the next sync makes the price anew').toBe(200)
})

test('a price that the card service does not know gives a clear error, frees the seats, and is made again', async () => {
  const tour = await tourRow('bali-family-circle')
  await site.deps.db.updateTable('tours').set({ stripe_price_id: 'price_gone' }).where('id', '=', tour.id).execute()
  const buyer = await createBuyer(site)
  const day = nextDay()
  expect((await book(buyer, tour.id, 'price_gone', day)).json.message).toContain('We can’t take card payments for this right now')
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired'])
  expect(await seatsTaken(site, day, tour.id)).toBe(0)
  await syncPrices(site.deps, site.app.log)
  expect((await book(buyer, tour.id, (await tourRow(tour.id)).stripe_price_id, day)).status).toBe(200)
})

test.each([0, 24])('an amount of %i cents for each guest, below what cards can pay, is refused before the call', async (cents) => {
  const tour = await tourRow('loire-by-bicycle')
  await setBasePrice(tour.id, cents)
  const buyer = await createBuyer(site)
  const day = nextDay()
  const sessions = await sessionCount()
  expect((await book(buyer, tour.id, tour.stripe_price_id, day)).json).toMatchObject({ statusCode: 409, code: 'not_payable' })
  expect(await sessionCount()).toBe(sessions)
  expect(await bookingsOn(site, day)).toEqual([])
})

test('a tour that is no longer offered opens no page, and one that was open is still honoured', async () => {
  const tour = await tourRow('kauai-family-week')
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(tour.id, 2, day)
  await site.deps.db.updateTable('tours').set({ is_active: false }).where('id', '=', tour.id).execute()
  expect((await book(await createBuyer(site), tour.id, tour.stripe_price_id, day)).status).toBe(404)
  // The provider counts whole seconds: in the same one, a payment would seem to have come before.
  await passTime(site, 2)
  await site.cards.pay(session)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['confirmed'])
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
})

test('a card page stays open for at least as long as its seats are held, with clocks two minutes apart', async () => {
  const tour = await tourRow('pacific-coast-by-road')
  for (const skew of [120, -240, 120]) {
    await site.cards.tell('clock', { advanceSeconds: skew })
    const day = nextDay()
    const { status, json } = await book(await createBuyer(site), tour.id, tour.stripe_price_id, day)
    expect(status).toBe(200)
    const attempts = site.deps.db.selectFrom('payment_attempts').innerJoin('bookings', 'bookings.id', 'booking_id')
    const { expires_at } = await attempts.select('expires_at').where('starts_on', '=', day).executeTakeFirstOrThrow()
    const session = await providerClient(site).checkout.sessions.retrieve(sessionOf(json.url))
    expect(session.expires_at).toBeGreaterThanOrEqual(Math.floor(expires_at.getTime() / 1000))
  }
})

test.each([120, -120])('seats are free once nobody can pay for them, by a provider whose clock is %i seconds ahead', async (skew) => {
  const tour = await tourRow('pacific-coast-by-road')
  const day = nextDay()
  await site.cards.tell('clock', { advanceSeconds: skew })
  const opened = await book(await createBuyer(site), tour.id, tour.stripe_price_id, day)
  const session = sessionOf(opened.json.url)
  await passTime(site, 32 * 60)
  await reconcile(site.deps, site.app.log, 0)
  expect(await seatsTaken(site, day, tour.id)).toBe(2)
  await passTime(site, 4 * 60)
  await reconcile(site.deps, site.app.log, 0)
  expect(await seatsTaken(site, day, tour.id)).toBe(0)
  expect(await site.cards.pay(session)).toMatchObject({ kind: 'closed', status: 'expired' })
  await site.cards.tell('clock', { advanceSeconds: -skew })
})
