import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { addDays, dayIn, momentIn } from '#shared/dates.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { askOffer } from '#shared/tours/offer-calls.ts'
import { sessionOf } from '../../../../tests/support/browser.ts'
import { bookingsOn, createBuyer, nextDay, passTime } from '../../../../tests/support/buyers.ts'
import { dayAhead, nextYear } from '../../../../tests/support/days.ts'
import { expectInvariants } from '../../../../tests/support/invariants.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

const [BATUR, KAUAI, LOIRE] = ['batur-sunrise', 'kauai-with-children', 'loire-on-two-wheels']
const PLACE = 'Asia/Makassar'
let site: TestApp

beforeAll(async () => {
  site = await createTestApp({ OPEN_CATALOGUE: '1' })
})
afterEach(async () => expectInvariants(site))
afterAll(async () => site.close())

/** Asked by a visitor who has not signed in. */
async function offer(body: object) {
  const { status, json } = await site.visitor().post(askOffer.path, body)
  expect([status, json]).toEqual([200, { data: expect.anything() }])
  return json.data
}

const STANDARD = 'Standard price'
const line = (kind: string, name: string, quantity: number, unitPrice: string, total: string, rule = STANDARD) => ({
  kind,
  name,
  quantity,
  unitPrice,
  total,
  rule,
})

const FAMILY = { optionId: 'english', startTime: '02:30', units: { adult: 2, child: 1, infant: 1 } }

test('the demo’s code takes a tenth off', async () => {
  const { lines, total } = await offer({ tourId: BATUR, date: nextDay(), ...FAMILY, code: 'welcome10' })
  expect([lines.at(-1), total]).toEqual([line('code', 'Code WELCOME10', 1, '-15.70', '-15.70', 'WELCOME10'), '141.30'])
})

test('a family is offered the sunrise in either language, and books it with where they are fetched', async () => {
  const day = nextDay()
  const english = await offer({ tourId: BATUR, date: day, ...FAMILY })
  expect(english).toEqual({
    lines: [
      line('unit', 'Adult', 2, '59.00', '118.00'),
      line('unit', 'Child', 1, '39.00', '39.00'),
      line('unit', 'Infant on a lap', 1, '0.00', '0.00'),
    ],
    total: '157.00',
    currency: 'usd',
  })
  const later = { tourId: BATUR, date: day, ...FAMILY, optionId: 'german', startTime: '08:30' }
  expect(await offer(later)).toMatchObject({ total: '172.00' })
  const alone = await site.visitor().post(askOffer.path, { tourId: BATUR, date: day, ...FAMILY, units: { infant: 1 } })
  expect(alone.json).toMatchObject({ code: 'validation_failed', message: 'Infant on a lap can only travel together with Adult' })

  const buyer = await createBuyer(site)
  const { stripePriceId: priceId } = await buyer.tour(BATUR)
  const choice = { ...FAMILY, expectedTotal: english.total, pickupId: 'sanur' }
  const { json } = await buyer.post(createCheckout.path, { priceId, tour_id: BATUR, travelDate: day, totalGuests: 4, ...choice })
  await site.cards.pay(sessionOf(json.url), {})
  expect(await bookingsOn(site, day)).toMatchObject([{ status: 'confirmed', total_cents: 15_700, time_zone: PLACE }])
  expect(await buyer.bookings()).toMatchObject([
    {
      numberOfPeople: 4,
      option: { name: 'English guide', startTime: '02:30', pickup: { place: expect.stringContaining('Sanur'), minutesBefore: 60 } },
    },
  ])
  // The infant has no seat, and the later bus is another.
  const slots = site.deps.db.selectFrom('departure_slots').select(['capacity_group', 'starts_at', 'capacity', 'seats_taken'])
  expect(await slots.where('departs_on', '=', day).execute()).toEqual([
    { capacity_group: 'bus', starts_at: '02:30', capacity: 16, seats_taken: 3 },
  ])
})

test('Kauai costs a fifth more in the high season, for a child and an infant too, and for a party of its own', async () => {
  const units = { adult: 2, child: 1, infant: 1 }
  expect(await offer({ tourId: KAUAI, date: nextYear('07-10'), optionId: 'standard', units })).toEqual({
    lines: [
      line('unit', 'Adult', 2, '2628.00', '5256.00', 'High season'),
      line('unit', 'Child', 1, '1788.00', '1788.00', 'High season'),
      line('unit', 'Infant', 1, '108.00', '108.00', 'High season'),
    ],
    total: '7152.00',
    currency: 'usd',
  })
  expect(await offer({ tourId: KAUAI, date: nextYear('08-31'), optionId: 'private', units })).toEqual({
    lines: [line('group', 'Private', 1, '10560.00', '10560.00', 'Group of 3 to 4')],
    total: '10560.00',
    currency: 'usd',
  })
  for (const [day, total] of [
    ['06-14', '5960.00'],
    ['06-15', '7152.00'],
    ['08-31', '7152.00'],
    ['09-01', '5960.00'],
  ] as const)
    expect([day, await offer({ tourId: KAUAI, date: nextYear(day), optionId: 'standard', units })]).toMatchObject([day, { total }])
})

test('six on the Loire get a tenth off what they travel for, not off their bicycles; five who book early a twentieth', async () => {
  const date = dayAhead(1)
  const units = { adult: 4, child: 2 }
  const extras = { bike: 4, 'e-bike': 2, 'single-room': 1 }
  expect(await offer({ tourId: LOIRE, date, units, extras })).toEqual({
    lines: [
      line('unit', 'Adult', 4, '1180.00', '4720.00'),
      line('unit', 'Child', 2, '880.00', '1760.00'),
      line('extra', 'Bike', 4, '95.00', '380.00'),
      line('extra', 'E-bike', 2, '190.00', '380.00'),
      line('extra', 'Single room', 1, '260.00', '260.00'),
      line('discount', 'Group discount, 10% off', 1, '-648.00', '-648.00', 'Group discount'),
    ],
    total: '6852.00',
    currency: 'usd',
  })
  expect(await offer({ tourId: LOIRE, date, units: { adult: 5 } })).toMatchObject({
    lines: [line('unit', 'Adult', 5, '1180.00', '5900.00'), { kind: 'discount', total: '-295.00', rule: 'Early booking' }],
    total: '5605.00',
  })
  const soon = addDays(dayIn('Europe/Paris', site.deps.now()), 59)
  expect(await offer({ tourId: LOIRE, date: soon, units: { adult: 5 } })).toMatchObject({ total: '5900.00' })
  const rooms = await site.visitor().post(askOffer.path, { tourId: LOIRE, date, units, extras: { 'single-room': 2 } })
  expect(rooms.json).toMatchObject({ code: 'validation_failed', message: 'Single room: at most 1 for this booking' })
})

test('both buses of Batur are sold until six on the evening before, on the clocks of Bali', async () => {
  const day = addDays(dayIn(PLACE, site.deps.now()), 3)
  const { stripePriceId: priceId } = await (await createBuyer(site)).tour(BATUR)
  const book = async (startTime: string) => {
    const choice = { ...FAMILY, startTime, expectedTotal: '157.00' }
    const body = { priceId, tour_id: BATUR, travelDate: day, totalGuests: 4, ...choice }
    return (await createBuyer(site)).post(createCheckout.path, body)
  }
  const end = momentIn(PLACE, `${addDays(day, -1)}T18:00`).getTime()
  await passTime(site, Math.floor((end - site.deps.now().getTime()) / 1000) - 60)
  for (const startTime of ['02:30', '08:30']) expect((await book(startTime)).status).toBe(200)
  await passTime(site, 90)
  for (const startTime of ['02:30', '08:30'])
    expect((await book(startTime)).json).toMatchObject({ statusCode: 409, code: 'departure_left' })
})
