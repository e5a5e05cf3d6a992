import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod/mini'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { tourBookingSchema, vehicleBookingSchema } from '#shared/bookings/public.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { addDays } from '#shared/dates.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { releaseSeats } from '#shared/payments/checkout-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { dayAhead } from '../../../../tests/support/days.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const TOUR = 'tokyo-and-mount-fuji'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

async function idOf({ email }: Browser): Promise<string> {
  const user = await site.deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return user.id
}

test('both lists of a person without bookings are empty', async () => {
  const traveller = await site.customer()
  expect((await traveller.get(bookingCalls.listTourBookings.path)).json).toEqual([])
  expect((await traveller.get(bookingCalls.listVehicleBookings.path)).json).toEqual([])
})

test('a pending booking has the specified fields, the end of its hold, and no payment', async () => {
  const traveller = await site.customer()
  const before = Date.now()
  await traveller.openCheckout(TOUR, 3, dayAhead(1))
  const answer = await traveller.get(bookingCalls.listTourBookings.path)
  const [booking, ...more] = z.array(tourBookingSchema).parse(answer.json)
  expect(more).toEqual([])
  expect(booking).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    reference: expect.stringMatching(/^M-[2-9A-HJKMNP-Z]{8}$/),
    tourPackage: { id: TOUR, name: 'Tokyo and Mount Fuji', destination: 'Tokyo, Japan' },
    travelDate: dayAhead(1),
    numberOfPeople: 3,
    totalAmount: '3270.00',
    currency: 'usd',
    stripeid: null,
    status: 'pending',
    holdExpiresAt: expect.any(String),
    refund: null,
    review: null,
    canReview: false,
    picture: expect.objectContaining({ filePath: expect.stringMatching(/\.webp$/), alt: expect.any(String) }),
  })
  const minutes = (Date.parse(booking?.holdExpiresAt ?? '') - before) / 60_000
  expect(minutes).toBeGreaterThan(34)
  expect(minutes).toBeLessThan(36)
  // The specified page reads the total as a whole number.
  expect(Number.parseInt(booking?.totalAmount ?? '', 10)).toBe(3270)
})

test('a paid booking is confirmed with its payment, and a cancelled one shows its refund', async () => {
  const traveller = await site.customer()
  await site.cards.pay(await traveller.openCheckout(TOUR, 1, dayAhead(2)))
  const [confirmed] = await traveller.bookings()
  expect(confirmed).toMatchObject({ status: 'confirmed', holdExpiresAt: null, stripeid: expect.stringMatching(/^pi_/), refund: null })
  await traveller.post(cancellationCalls.cancelOwnBooking.path, { bookingId: confirmed?.id, stripeId: confirmed?.stripeid, reason: '' })
  const [cancelled] = await traveller.bookings()
  expect(cancelled).toMatchObject({ id: confirmed?.id, status: 'cancelled', refund: { amount: '1090.00', state: 'succeeded' } })
})

test('a booking has its currency', async () => {
  const traveller = await site.customer()
  await traveller.openCheckout(TOUR, 1, dayAhead(8))
  await site.deps.db
    .updateTable('bookings')
    .set({ currency: 'gbp' })
    .where('user_id', '=', await idOf(traveller))
    .execute()
  expect(await traveller.bookings()).toMatchObject([{ totalAmount: '1090.00', currency: 'gbp' }])
})

test('the newest booking comes first, and one whose hold ended unpaid is not listed', async () => {
  const traveller = await site.customer()
  for (const day of [dayAhead(5), dayAhead(3), dayAhead(4)]) await traveller.openCheckout(TOUR, 1, day)
  const newestFirst = [dayAhead(4), dayAhead(3), dayAhead(5)]
  const bookings = await traveller.bookings()
  expect(bookings.map((booking) => booking.travelDate)).toEqual(newestFirst)
  expect((await traveller.post(pathOf(releaseSeats, { id: bookings[1]?.id ?? '' }))).status).toBe(200)
  expect((await traveller.bookings()).map((booking) => booking.travelDate)).toEqual([dayAhead(4), dayAhead(5)])
  const row = await site.deps.db
    .selectFrom('bookings')
    .select('status')
    .where('id', '=', bookings[1]?.id ?? '')
    .executeTakeFirst()
  expect(row?.status).toBe('expired')
})

test('a renamed or withdrawn tour stays in the list under the name it was booked by', async () => {
  const traveller = await site.customer()
  const tour = 'hokkaido-cranes-and-drift-ice'
  await traveller.openCheckout(tour, 1, dayAhead(2))
  await site.deps.db.updateTable('tours').set({ name: 'Another name', is_active: false }).where('id', '=', tour).execute()
  expect((await traveller.bookings())[0]?.tourPackage.name).toBe('Hokkaido: Cranes and Drift Ice')
})

test("a list never has another person's bookings", async () => {
  const owner = await site.customer()
  await owner.openCheckout(TOUR, 1, dayAhead(6))
  expect(await (await site.customer()).bookings()).toEqual([])
})

/** Makes `count` confirmed tour bookings a minute apart, for days after `from`. */
async function giveBookings(userId: string, count: number, from: string): Promise<void> {
  await sql`insert into departures (tour_id, departs_on, capacity, seats_taken)
    select ${TOUR}, ${from}::date + n, 12, 1 from generate_series(1, ${count}::integer) n`.execute(site.deps.db)
  await sql`with made as (
      insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on,
        full_refund_days, partial_refund_days, partial_refund_percentage, created_at, confirmed_at)
      select gen_random_uuid(), ${from} || '-' || n, 'tour', ${userId}, 'confirmed', 'Bulk ' || n, 109000, 'usd', ${from}::date + n,
        30, 14, 50, timestamptz '2026-01-01' + n * interval '1 minute', now()
      from generate_series(1, ${count}::integer) n returning id, starts_on)
    insert into tour_bookings (booking_id, tour_id, departs_on, guests, unit_price_cents)
    select id, ${TOUR}, starts_on, 1, 109000 from made`.execute(site.deps.db)
}

test('of 5,000 bookings the newest 200 are returned, the header counts all, and each page continues where the last one ended', async () => {
  const traveller = await site.customer()
  await giveBookings(await idOf(traveller), 5000, '2030-01-01')
  const started = performance.now()
  const first = await traveller.get(bookingCalls.listTourBookings.path)
  expect(performance.now() - started).toBeLessThan(1000)
  expect(first.headers[TOTAL_COUNT]).toBe('5000')
  const bookings = z.array(tourBookingSchema).parse(first.json)
  expect(bookings).toHaveLength(200)
  const second = await traveller.get(`${bookingCalls.listTourBookings.path}?limit=3&before=${bookings.at(-1)?.id}`)
  expect(second.headers[TOTAL_COUNT]).toBe('5000')
  const references = [...bookings, ...second.json].map(({ reference }) => reference)
  expect(references).toEqual(Array.from({ length: 203 }, (_, at) => `2030-01-01-${5000 - at}`))
})

test('unfinished and upcoming bookings come before newer ones that are over, on every page', async () => {
  const traveller = await site.customer()
  const userId = await idOf(traveller)
  await giveBookings(userId, 2, '2060-01-01')
  await giveBookings(userId, 3, '2020-01-01')
  await sql`update bookings set created_at = now() where user_id = ${userId} and starts_on < '2030-01-01'`.execute(site.deps.db)
  await traveller.openCheckout(TOUR, 1, dayAhead(9))
  const pages: string[] = []
  for (let before = ''; ; before = `&before=${pages.at(-1)}`) {
    const page: { id: string }[] = (await traveller.get(`${bookingCalls.listTourBookings.path}?limit=1${before}`)).json
    if (page.length === 0) break
    pages.push(...page.map(({ id }) => id))
  }
  const bookings = await traveller.bookings()
  expect(bookings.map(({ id }) => id)).toEqual(pages)
  const days = bookings.map(({ travelDate }) => travelDate)
  expect(days.slice(0, 3)).toEqual([dayAhead(9), '2060-01-03', '2060-01-02'])
  expect(days.slice(3).toSorted()).toEqual(['2020-01-02', '2020-01-03', '2020-01-04'])
})

test('by date, upcoming bookings are soonest first and past ones latest first, on every page and among 5,000', async () => {
  const traveller = await site.customer()
  const userId = await idOf(traveller)
  await giveBookings(userId, 2500, '2070-01-01')
  await giveBookings(userId, 2500, '2010-01-01')
  await traveller.openCheckout(TOUR, 1, dayAhead(7))
  const seen: { id: string; travelDate: string }[] = []
  for (let before = ''; ; before = `&before=${seen.at(-1)?.id}`) {
    const page = (await traveller.get(`${bookingCalls.listTourBookings.path}?order=date${before}`)).json
    if (page.length === 0) break
    seen.push(...page)
  }
  const days = seen.map(({ travelDate }) => travelDate)
  expect(new Set(seen.map(({ id }) => id)).size).toBe(5001)
  expect(days.slice(0, 2501)).toEqual(days.slice(0, 2501).toSorted())
  expect([days[0], days[2501]]).toEqual([dayAhead(7), addDays('2010-01-01', 2500)])
  expect(days.slice(2501)).toEqual(days.slice(2501).toSorted().toReversed())
  expect((await traveller.get(`${bookingCalls.listTourBookings.path}?order=price`)).status).toBe(400)
})

test('a list continues only after one of the person’s own bookings, and has at most 200 entries', async () => {
  const [traveller, other] = [await site.customer(), await site.customer()]
  await giveBookings(await idOf(traveller), 2, '2061-01-01')
  const [first] = await traveller.bookings()
  expect((await other.get(`${bookingCalls.listTourBookings.path}?before=${first?.id}`)).json).toEqual([])
  expect((await traveller.get(`${bookingCalls.listTourBookings.path}?before=nothing`)).status).toBe(404)
  for (const limit of ['0', '201', '1.5', 'x'])
    expect((await traveller.get(`${bookingCalls.listTourBookings.path}?limit=${limit}`)).status).toBe(400)
})

test('vehicle bookings are listed as specified, with the price as a decimal string', async () => {
  const traveller = await site.customer()
  const userId = await idOf(traveller)
  const items = [{ name: 'Sofa', dimensions: '200x90x80 cm', photos: ['sofa.jpg'] }]
  await sql`with made as (
      insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on,
        full_refund_days, partial_refund_days, partial_refund_percentage)
      values (gen_random_uuid(), 'V-1', 'vehicle', ${userId}, 'pending', 'Moving', 1234550, 'inr', '2127-01-05', 7, 3, 50) returning id)
    insert into vehicle_bookings
    select id, (select id from service_types order by position limit 1), '2127-01-05T09:00:00Z', '2127-01-05T09:00:00Z',
      '1 Here Street', '2 There Road', 'SW1A 1AA', 'EC1A 1BB', ${JSON.stringify({ items, floorCount: 3, helpers: 2 })}::jsonb from made`.execute(
    site.deps.db,
  )
  const answer = await traveller.get(bookingCalls.listVehicleBookings.path)
  const [booking, ...more] = z.array(vehicleBookingSchema).parse(answer.json)
  expect(more).toEqual([])
  expect(booking).toMatchObject({
    price: '12345.50',
    currency: 'inr',
    status: 'pending',
    stripeId: null,
    pickupDate: '2127-01-05T09:00:00.000Z',
    pickupLocation: '1 Here Street',
    itemDetails: { items, floorCount: 3, helpers: 2 },
  })
  expect(await traveller.bookings()).toEqual([])
})

test('a page of large vehicle bookings is shorter, and the pages together have all of them', async () => {
  const traveller = await site.customer()
  const userId = await idOf(traveller)
  const details = { items: [{ name: 'x'.repeat(254_000), dimensions: '', photos: [] }], floorCount: 0, helpers: 0 }
  await sql`with made as (
      insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on,
        full_refund_days, partial_refund_days, partial_refund_percentage)
      select gen_random_uuid(), 'HEAVY-' || n, 'vehicle', ${userId}, 'pending', 'Moving', 1, 'inr', '2127-01-05', 7, 3, 50
        from generate_series(1, 10) n returning id)
    insert into vehicle_bookings (booking_id, service_type_id, pickup_at, dropoff_at, pickup_location, dropoff_location,
      pickup_pincode, dropoff_pincode, item_details)
    select id, (select id from service_types order by position limit 1), '2127-01-05T09:00:00Z', '2127-01-05T09:00:00Z',
      '1 Here Street', '2 There Road', 'SW1A 1AA', 'EC1A 1BB', ${JSON.stringify(details)}::jsonb from made`.execute(site.deps.db)
  const seen: string[] = []
  const lengths: number[] = []
  for (let before = ''; seen.length < 10; before = `?before=${seen.at(-1)}`) {
    const page = await traveller.get(`${bookingCalls.listVehicleBookings.path}${before}`)
    expect(page.headers[TOTAL_COUNT]).toBe('10')
    lengths.push(page.json.length)
    seen.push(...page.json.map(({ id }: { id: string }) => id))
  }
  expect(lengths).toEqual([4, 4, 2])
  expect(new Set(seen).size).toBe(10)
})
