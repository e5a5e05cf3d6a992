import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { getSeats } from '#shared/tours/calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { askOffer } from '#shared/tours/offer-calls.ts'
import { bookingConfirmed } from '#server/emails/bookings.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { sessionOf, type Browser } from '../../../../tests/support/browser.ts'
import {
  bookingsOn,
  createBuyer,
  createBuyers,
  loseHolds,
  mailsTo,
  nextDay,
  passTime,
  refundsOn,
} from '../../../../tests/support/buyers.ts'
import { expectInvariants } from '../../../../tests/support/invariants.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { postEvent } from '../../../../tests/support/provider-events.ts'
import { SELLING } from '../../../../tests/support/selling.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const COMPLETED = 'checkout.session.completed'
const BATUR = 'bali-family-circle'
let site: TestApp
let priceId: string

beforeAll(async () => {
  site = await createTestApp()
  const { db } = site.deps
  await db.updateTable('tours').set({ base_price_cents: 5_000, max_people: 10 }).where('id', '=', BATUR).execute()
  await db
    .insertInto('tour_selling')
    .values({ tour_id: BATUR, content: JSON.stringify(SELLING) })
    .execute()
  priceId = `amount:${BATUR}:5000:usd`
})
afterEach(async () => expectInvariants(site))
afterAll(async () => site.close())

async function book(buyer: Browser, travelDate: string, choice: object, totalGuests: number) {
  return buyer.post(createCheckout.path, { priceId, tour_id: BATUR, travelDate, totalGuests, ...choice })
}

const bus = (units: object, expectedTotal: string, more: object = {}) => ({
  optionId: 'english',
  startTime: '03:00',
  units,
  expectedTotal,
  ...more,
})

/** Pays in time, but the site hears nothing of it until the hold has ended. */
async function payUnheard(session: string): Promise<void> {
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await loseHolds(site)
  await site.cards.tell('webhooks')
}

async function slotsOn(day: string) {
  const rows = await site.deps.db.selectFrom('departure_slots').selectAll().where('departs_on', '=', day).orderBy('starts_at').execute()
  return rows.map(({ capacity_group, starts_at, seats_taken }) => `${capacity_group} ${starts_at} ${seats_taken}`)
}

async function seatsLeft(buyer: Browser, day: string): Promise<number> {
  return (await buyer.get(`${pathOf(getSeats, { id: BATUR })}?date=${day}`)).json.seatsLeft
}

test('an offer has its lines, holds nothing, and is asked for without signing in to an open catalogue', async () => {
  const day = nextDay()
  const buyer = await createBuyer(site)
  const body = { tourId: BATUR, date: day, optionId: 'german', startTime: '09:00', units: { adult: 2, child: 1 }, extras: { bike: 1 } }
  expect((await buyer.post(askOffer.path, body)).json.data).toEqual({
    lines: [
      { kind: 'unit', name: 'adult', quantity: 2, unitPrice: '50.00', total: '100.00', rule: 'Standard price' },
      { kind: 'unit', name: 'child', quantity: 1, unitPrice: '30.00', total: '30.00', rule: 'Standard price' },
      { kind: 'extra', name: 'Bike', quantity: 1, unitPrice: '10.00', total: '10.00', rule: 'Standard price' },
    ],
    total: '140.00',
    currency: 'usd',
  })
  expect((await buyer.post(askOffer.path, { ...body, optionId: 'french' })).json).toMatchObject({ code: 'choice_required' })
  expect((await buyer.post(askOffer.path, { ...body, startTime: undefined })).json).toMatchObject({ code: 'choice_required' })
  expect((await buyer.post(askOffer.path, { ...body, units: {} })).json).toMatchObject({ code: 'validation_failed' })
  expect(await slotsOn(day)).toEqual([])
})

test('a choice is booked at the total that was shown, in lines that come to what the card is charged', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  const choice = bus({ adult: 2, child: 1, infant: 1 }, '150.00', { extras: { bike: 2 }, pickupId: 'ubud' })
  expect((await book(buyer, day, { ...choice, expectedTotal: undefined }, 4)).json).toMatchObject({ code: 'validation_failed' })
  const refused = await book(buyer, day, { ...choice, expectedTotal: '149.00' }, 4)
  expect(refused.json).toMatchObject({ code: 'price_changed', offer: { total: '150.00', currency: 'usd' } })
  expect((await book(buyer, day, choice, 3)).json).toMatchObject({ code: 'validation_failed', issues: [{ path: 'totalGuests' }] })
  const { json } = await book(buyer, day, choice, 4)
  await site.cards.pay(sessionOf(json.url), {})
  const [booking] = await bookingsOn(site, day)
  expect(booking).toMatchObject({ status: 'confirmed', total_cents: 15_000, time_zone: 'Asia/Makassar' })
  const lines = site.deps.db
    .selectFrom('booking_lines')
    .select(['kind', 'ref', 'quantity', 'total_cents'])
    .where('booking_id', '=', booking?.id ?? '')
  expect(await lines.orderBy('line').execute()).toEqual([
    { kind: 'unit', ref: 'adult', quantity: 2, total_cents: 10_000 },
    { kind: 'unit', ref: 'child', quantity: 1, total_cents: 3_000 },
    { kind: 'unit', ref: 'infant', quantity: 1, total_cents: 0 },
    { kind: 'extra', ref: 'bike', quantity: 2, total_cents: 2_000 },
  ])
  const option = { name: 'english', startTime: '03:00', minutes: 300, pickup: { place: 'Ubud market', minutesBefore: 90 } }
  const [own] = await buyer.bookings()
  expect(own).toMatchObject({ numberOfPeople: 4, totalAmount: '150.00', option })
  expect(own?.lines?.at(-1)).toEqual({
    kind: 'extra',
    name: 'Bike',
    quantity: 2,
    unitPrice: '10.00',
    total: '20.00',
    rule: 'Standard price',
  })
  const manager = await createStaff(site, 'manager')
  const { text } = await manager.get(pathOf(departureCalls.downloadManifest, { id: departureId(BATUR, day) }))
  expect(text).toContain('"03:00","english","2 × adult, 1 × child, 1 × infant, 2 × Bike","Ubud market, at 01:30"')
  expect((await manager.get(pathOf(deskBookingCalls.getStory, { id: own?.id ?? '' }))).json.booking).toMatchObject({
    option,
    lines: own?.lines,
  })
  expect((await manager.get(`${deskBookingCalls.downloadBookings.path}?search=${own?.reference}`)).text.trimEnd()).toMatch(
    /"english","03:00","2 × adult/,
  )
  const mailed = await site.deps.db
    .selectFrom('mails')
    .select('data')
    .where('booking_id', '=', own?.id ?? '')
    .executeTakeFirstOrThrow()
  expect(bookingConfirmed.render(mailed.data as never).text).toMatch(/Option: english[^]*Pickup: Ubud market, at 01:30[^]*2 × adult: \$100/)
  const kept = await site.deps.db
    .selectFrom('tour_bookings')
    .selectAll()
    .where('booking_id', '=', booking?.id ?? '')
    .executeTakeFirst()
  expect(kept).toMatchObject({
    option_name: 'english',
    start_time: '03:00',
    minutes: 300,
    guests: 4,
    seats: 3,
    pickup_place: 'Ubud market',
  })
  expect(await slotsOn(day)).toEqual(['bus 03:00 3'])
})

test('two languages share the seats of a bus at one time; the day sells as many as its roomiest departure still takes', async () => {
  const [day, buyers] = [nextDay(), await createBuyers(site, 3)]
  const [one, two, three] = buyers as [Browser, Browser, Browser]
  expect((await book(one, day, bus({ adult: 3 }, '150.00'), 3)).status).toBe(200)
  expect((await book(two, day, bus({ adult: 2 }, '100.00', { optionId: 'german' }), 2)).json).toMatchObject({
    code: 'sold_out',
    message: 'Only 1 seat is left at 03:00 on that date.',
  })
  expect((await book(two, day, bus({ adult: 1, infant: 1 }, '50.00', { optionId: 'german' }), 2)).status).toBe(200)
  expect((await book(three, day, bus({ adult: 4 }, '200.00', { startTime: '09:00' }), 4)).status).toBe(200)
  expect(await seatsLeft(three, day)).toBe(10)
  expect(await slotsOn(day)).toEqual(['bus 03:00 4', 'bus 09:00 4'])
})

test('of many at once no seat and no bike is sold twice', async () => {
  const [day, buyers] = [nextDay(), await createBuyers(site, 12)]
  const answers = await Promise.all(
    buyers.map(async (buyer, index) =>
      book(
        buyer,
        day,
        bus({ adult: 1 }, '60.00', {
          optionId: index % 2 ? 'german' : 'english',
          startTime: index % 3 ? '03:00' : '09:00',
          extras: { bike: 1 },
        }),
        1,
      ),
    ),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
  const stock = await site.deps.db.selectFrom('departure_extras').select(['stock', 'taken']).where('departs_on', '=', day).execute()
  expect(stock).toEqual([{ stock: 3, taken: 3 }])
})

test('a hold that ends gives its seats and bikes back, and its late payment takes them again or goes back whole', async () => {
  const [day, buyers] = [nextDay(), await createBuyers(site, 3)]
  const [early, late, other] = buyers as [Browser, Browser, Browser]
  const hold = async (buyer: Browser) =>
    sessionOf((await book(buyer, day, bus({ adult: 2 }, '120.00', { extras: { bike: 2 } }), 2)).json.url)
  const first = await hold(early)
  await payUnheard(first)
  expect(await slotsOn(day)).toEqual(['bus 03:00 0'])
  expect(await postEvent(site, COMPLETED, first)).toBe(200)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['confirmed'])
  expect(await slotsOn(day)).toEqual(['bus 03:00 2'])
  // One bike is left: seats alone do not bring the second booking back.
  const second = sessionOf((await book(late, day, bus({ adult: 1 }, '60.00', { extras: { bike: 1 } }), 1)).json.url)
  await payUnheard(second)
  expect((await book(other, day, bus({ adult: 1 }, '60.00', { startTime: '09:00', extras: { bike: 1 } }), 1)).status).toBe(200)
  expect(await postEvent(site, COMPLETED, second)).toBe(200)
  expect((await refundsOn(site, day)).map(({ amount_cents, cause }) => [amount_cents, cause])).toEqual([[6_000, 'late']])
  expect(await slotsOn(day)).toEqual(['bus 03:00 2', 'bus 09:00 1'])
  await passTime(site, 52 * 60)
  await reconcile(site.deps, site.app.log, 0)
})

test('the specified body alone is the first option’s adults where nothing is left to choose, and asks for a choice where there is', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  expect((await book(buyer, day, {}, 2)).json).toMatchObject({ code: 'choice_required' })
  const oneTime = { ...SELLING, options: SELLING.options.slice(2) }
  await site.deps.db
    .updateTable('tour_selling')
    .set({ content: JSON.stringify(oneTime) })
    .execute()
  expect((await book(buyer, day, {}, 2)).status).toBe(200)
  expect((await bookingsOn(site, day)).map(({ total_cents }) => total_cents)).toEqual([10_000])
  const dearer = { ...oneTime, dayPrices: [{ day, percent: 50, prices: [] }] }
  await site.deps.db
    .updateTable('tour_selling')
    .set({ content: JSON.stringify(dearer) })
    .execute()
  expect((await book(await createBuyer(site), day, {}, 2)).json).toMatchObject({ code: 'price_changed', offer: { total: '150.00' } })
  await site.deps.db
    .updateTable('tour_selling')
    .set({ content: JSON.stringify(SELLING) })
    .execute()
})

test('a booking that costs nothing is confirmed at once, without a card page', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  const free = { ...SELLING, dayPrices: [{ day, percent: -100, prices: [] }] }
  await site.deps.db
    .updateTable('tour_selling')
    .set({ content: JSON.stringify(free) })
    .execute()
  const { json } = await book(buyer, day, bus({ adult: 1 }, '0.00'), 1)
  await site.deps.db
    .updateTable('tour_selling')
    .set({ content: JSON.stringify(SELLING) })
    .execute()
  const [booking] = await bookingsOn(site, day)
  expect(json.url).toContain(`/bookings/${booking?.id}`)
  expect(booking).toMatchObject({ status: 'confirmed', total_cents: 0 })
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
})
