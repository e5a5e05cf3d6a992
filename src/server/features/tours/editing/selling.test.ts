import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { addDays } from '#shared/dates.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { listMonthSeats } from '#shared/tours/calendar-calls.ts'
import { getSeats, getTour } from '#shared/tours/calls.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import type { Tour } from '#shared/tours/public.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import { editTour, getStaffTour, sellTour } from '#shared/tours/staff-calls.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { sessionOf, type Browser } from '../../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, createBuyers, loseHolds, nextDay, seatsTaken, TOUR } from '../../../../../tests/support/buyers.ts'
import { expectInvariants } from '../../../../../tests/support/invariants.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { SELLING } from '../../../../../tests/support/selling.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { refreshFromPrices } from './selling.ts'

let site: TestApp
let manager: Browser

beforeAll(async () => {
  site = await createTestApp()
})
// Each test begins with one price.
beforeEach(async () => {
  await site.deps.db.deleteFrom('tour_selling').execute()
  manager = await createStaff(site, 'manager')
})
afterEach(async () => expectInvariants(site))
afterAll(async () => site.close())

async function sell(selling: Selling | null, tourId = TOUR) {
  const { json } = await manager.get(pathOf(getStaffTour, { id: tourId }))
  return manager.put(pathOf(sellTour, { id: tourId }), { version: json.version, selling })
}

async function timesOn(day: string, optionId = 'english', who = manager) {
  return (await who.get(`${pathOf(getSeats, { id: TOUR })}?date=${day}&optionId=${optionId}`)).json
}

test('what a tour sells is said with its options, its price begins at the lowest of its first adult, and its history names the change', async () => {
  const { status, json } = await sell(SELLING)
  expect([status, json.fields.basePrice, json.fields.maxPeople]).toEqual([200, 50, 10])
  expect(json.selling).toEqual(SELLING)
  expect(json.changes[0]).toMatchObject({ change: 'edited', fields: ['selling'], price: { to: 50 } })
  const { data } = (await manager.get(pathOf(getTour, { id: TOUR }))).json
  expect(data).toMatchObject({ basePrice: 50, isFrom: true, selling: SELLING })
  expect(data.options[0]).toMatchObject({
    id: 'english',
    startTimes: [{ time: '03:00' }, { time: '09:00' }],
    timeZone: 'Asia/Makassar',
    minPeople: 1,
    units: [
      { id: 'adult', type: 'ADULT', price: '50.00', people: 1, seats: 1 },
      { id: 'child', price: '30.00' },
      { id: 'infant', seats: 0, restrictions: { accompaniedBy: ['adult'] } },
    ],
    extras: [{ id: 'bike', per: 'person', price: '10.00', required: false, left: 3 }],
  })
  const list: Tour[] = (await manager.get(listTours.path)).json.data
  const listed = list.find(({ id }) => id === TOUR)
  expect(listed).toMatchObject({ isFrom: true })
  expect(listed).not.toHaveProperty('selling')
})

test('nothing is saved that does not fit together, that was not seen last, or that would change its price by hand', async () => {
  const [english] = SELLING.options
  const odd = { ...SELLING, options: [{ ...english, capacityGroup: 'nowhere' }] } as Selling
  const faulty = await sell(odd)
  expect(faulty.json.issues).toEqual([{ path: 'selling.options.0.capacityGroup', message: 'Please enter the number of seats' }])
  const { json: before } = await manager.get(pathOf(getStaffTour, { id: TOUR }))
  expect((await manager.put(pathOf(sellTour, { id: TOUR }), { version: before.version - 1, selling: SELLING })).json.code).toBe(
    'tour_changed',
  )
  const { json } = await sell(SELLING)
  const fields = { ...json.fields, basePrice: 1 }
  const priced = await manager.put(pathOf(editTour, { id: TOUR }), { version: json.version, fields })
  expect([priced.status, priced.json.issues]).toEqual([400, [{ path: 'fields.basePrice', message: 'This is set by the tour’s options' }]])
})

test('bookings of before get the first option: their seats count at its first start time, and come back when they are cancelled', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const booking = await bookAndPay(site, buyer, 3, day)
  await sell(SELLING)
  expect(await timesOn(day)).toMatchObject({
    seatsLeft: 4,
    times: [
      { time: '03:00', seatsLeft: 1 },
      { time: '09:00', seatsLeft: 4 },
    ],
    extras: { bike: 3 },
  })
  expect(await timesOn(day, 'boat')).toMatchObject({ times: [{ time: null, seatsLeft: 10 }] })
  expect(await seatsTaken(site, day)).toBe(3)
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id, reason: '' })
  expect((await timesOn(day)).times[0]).toEqual({ time: '03:00', seatsLeft: 4 })
})

test('a payment that comes late for a booking of before takes a seat of the first option, or goes back', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const session = await buyer.openCheckout(TOUR, 3, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await loseHolds(site)
  await site.cards.tell('webhooks')
  await sell(SELLING)
  await reconcile(site.deps, site.app.log, 0)
  expect((await buyer.bookings())[0]?.status).toBe('confirmed')
  expect((await timesOn(day)).times[0]).toEqual({ time: '03:00', seatsLeft: 1 })
})

test('fewer seats never go below those taken, a limited extra counts what was sold, and one price is for tours without booked options', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  await sell({ ...SELLING, extras: SELLING.extras.map((extra) => ({ ...extra, stock: null })) })
  const choice = { optionId: 'english', startTime: '09:00', units: { adult: 3 }, extras: { bike: 2 }, expectedTotal: '170.00' }
  const { stripePriceId: priceId } = await buyer.tour(TOUR)
  const { json } = await buyer.post(createCheckout.path, { priceId, tour_id: TOUR, travelDate: day, totalGuests: 3, ...choice })
  await site.cards.pay(sessionOf(json.url))
  await sell({
    ...SELLING,
    capacityGroups: [
      { id: 'bus', seats: 2 },
      { id: 'boat', seats: 10 },
    ],
  })
  expect(await timesOn(day)).toMatchObject({ times: [{ seatsLeft: 2 }, { seatsLeft: 0 }], extras: { bike: 1 } })
  expect((await sell(null)).json).toMatchObject({
    code: 'options_booked',
    message: expect.stringContaining('bookings for these options'),
  })
})

test('the picture of an extra comes with the tour for travellers and for staff, and one that does not exist is refused', async () => {
  const [picture] = (await (await createBuyer(site)).tour(TOUR)).images
  const withPicture = (pictureId: string) => ({ ...SELLING, extras: SELLING.extras.map((extra) => ({ ...extra, pictureId })) })
  expect((await sell(withPicture('nowhere'))).json).toMatchObject({ code: 'validation_failed' })
  expect((await sell(withPicture(picture?.id ?? ''))).json.pictures).toContainEqual(expect.objectContaining({ id: picture?.id }))
  const tour = await (await createBuyer(site)).tour(TOUR)
  expect(tour).toMatchObject({ selling: { extras: [{ pictureId: picture?.id }] }, extraPictures: [picture] })
  await sell(SELLING)
  expect('extraPictures' in (await (await createBuyer(site)).tour(TOUR))).toBe(false)
})

test('a tour that goes back to one price has its seats again, also on days on which no option ran', async () => {
  const [day, other] = [nextDay(), 'bukit-beaches-and-lembongan']
  await site.deps.db.insertInto('departures').values({ tour_id: other, departs_on: day, capacity: 10 }).execute()
  const nowhere = { kind: 'dates' as const, dates: ['2100-01-01'] }
  await sell({ ...SELLING, options: SELLING.options.map((option) => ({ ...option, runs: nowhere })) }, other)
  const capacity = site.deps.db.selectFrom('departures').select('capacity').where('tour_id', '=', other).where('departs_on', '=', day)
  expect(await capacity.executeTakeFirst()).toEqual({ capacity: 0 })
  expect((await sell(null, other)).status).toBe(200)
  expect(await capacity.executeTakeFirst()).toEqual({ capacity: 10 })
})

test('seats that somebody holds unpaid count as left for them alone', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  await sell(SELLING)
  const { stripePriceId: priceId } = await buyer.tour(TOUR)
  const choice = { optionId: 'german', startTime: '03:00', units: { adult: 3 }, expectedTotal: '150.00' }
  await buyer.post(createCheckout.path, { priceId, tour_id: TOUR, travelDate: day, totalGuests: 3, ...choice })
  expect((await timesOn(day)).times[0].seatsLeft).toBe(1)
  expect((await timesOn(day, 'english', buyer)).times[0].seatsLeft).toBe(4)
  const month = (await buyer.get(`${pathOf(listMonthSeats, { id: TOUR })}?month=${day.slice(0, 7)}&optionId=english`)).json
  expect(month.days.find(({ date }: { date: string }) => date === day)).toMatchObject({
    seatsLeft: 4,
    times: [{ seatsLeft: 4 }, { seatsLeft: 4 }],
  })
})

test('a price begins anew once the season with the lowest one has passed', async () => {
  const today = nextDay()
  const season = { id: 'past', name: 'Past', percent: -50, prices: [], when: { weekdays: [1, 2, 3, 4, 5, 6, 7], to: today } }
  await sell({ ...SELLING, seasons: [season] })
  const price = async (): Promise<number> => (await manager.get(pathOf(getStaffTour, { id: TOUR }))).json.fields.basePrice
  expect(await price()).toBe(25)
  await refreshFromPrices(site.deps)
  expect(await price()).toBe(25)
  await refreshFromPrices({ ...site.deps, now: () => new Date(`${addDays(today, 3)}T12:00:00Z`) })
  expect(await price()).toBe(50)
})

test('while staff give a tour options nobody who books gets an error of the server, and every seat is counted once', async () => {
  const [day, buyers] = [nextDay(), await createBuyers(site, 8)]
  const { stripePriceId: priceId } = await manager.tour(TOUR)
  const body = { priceId, tour_id: TOUR, travelDate: day, totalGuests: 1 }
  const booked = buyers.map(async (buyer) => buyer.post(createCheckout.path, body))
  const [sold, ...answers] = await Promise.all([sell(SELLING), ...booked])
  expect(sold.status).toBe(200)
  const statuses = answers.map(({ status }) => status)
  for (const { status, json } of answers) expect([200, 400, 409], JSON.stringify(json)).toContain(status)
  expect(await seatsTaken(site, day)).toBe(statuses.filter((status) => status === 200).length)
})

test('a process that knows no slots cannot book a tour with options', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const booking = await bookAndPay(site, buyer, 1, day)
  const { db } = site.deps
  const row = await db.selectFrom('tour_bookings').selectAll().where('booking_id', '=', booking.id).executeTakeFirstOrThrow()
  await sell(SELLING)
  const again = db
    .insertInto('tour_bookings')
    .values({ ...row, booking_id: crypto.randomUUID() })
    .execute()
  await expect(again).rejects.toThrow('booked by option and start time')
})
