import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { weekdayOf } from '#shared/run-days.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import { departureId, type DepartureDay, type StaffDeparture, type StaffDepartureDetails } from '#shared/tours/departures.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import { sessionOf, type Browser } from '../../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, nextDay, TOUR } from '../../../../../tests/support/buyers.ts'
import { expectInvariants } from '../../../../../tests/support/invariants.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { SELLING } from '../../../../../tests/support/selling.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

const BUSES = 'bali-family-circle'
/** Two buses of four seats and a boat of ten. */
const SEATS = 18
const EARLY = { capacityGroup: 'bus', startTime: '03:00' }
let site: TestApp
let admin: Browser

beforeAll(async () => {
  site = await createTestApp()
  await site.deps.db.updateTable('tours').set({ base_price_cents: 5_000, max_people: 10 }).where('id', '=', BUSES).execute()
  await sell(SELLING)
  admin = await createStaff(site, 'admin')
})
afterEach(async () => expectInvariants(site))
afterAll(async () => site.close())

async function sell(selling: Selling, tour = BUSES): Promise<void> {
  const content = JSON.stringify(selling)
  await site.deps.db
    .insertInto('tour_selling')
    .values({ tour_id: tour, content })
    .onConflict((conflict) => conflict.column('tour_id').doUpdateSet({ content }))
    .execute()
}

async function book(day: Day, adults: number, startTime = '03:00') {
  const buyer = await createBuyer(site)
  const choice = { optionId: 'english', startTime, units: { adult: adults }, expectedTotal: `${adults * 50}.00` }
  const body = { priceId: `amount:${BUSES}:5000:usd`, tour_id: BUSES, travelDate: day, totalGuests: adults, ...choice }
  return sessionOf((await buyer.post(calls.createCheckout, body)).json.url)
}

const change = async (call: (id: string) => string, day: Day, tour = BUSES) => admin.post(call(departureId(tour, day)), EARLY)
const resize = async (day: Day, capacity: number) =>
  admin.put(calls.slotCapacity(departureId(BUSES, day)), { ...EARLY, capacity, seenCapacity: 4 })

interface Figures {
  capacity: number
  sold: number
  held: number
  left: number
}

/** Returns the figures of a departure after comparing them in the list, which Today shows as well, on its page and in the month. */
async function figuresOn(day: Day, tour = BUSES): Promise<Figures> {
  const page: StaffDepartureDetails = (await admin.get(calls.staffDeparture(departureId(tour, day)))).json
  const list = async (more: string): Promise<StaffDeparture[]> =>
    (await admin.get(`${calls.staffDepartures}?from=${day}&to=${day}&tour=${tour}${more}`)).json
  const figuresOf = ({ capacity, sold, held, left }: Figures): Figures => ({ capacity, sold, held, left })
  const figures = figuresOf(page)
  const [all, some, none] = [await list(''), await list('&bookings=some'), await list('&bookings=none')]
  expect(all.map(figuresOf)).toEqual([figures])
  expect([...some, ...none].map(figuresOf)).toEqual([figures])
  const sum = (of: 'capacity' | 'sold' | 'held' | 'left') => page.slots?.reduce((total, slot) => total + slot[of], 0)
  if (page.slots && tour === BUSES)
    expect(figures).toEqual({ capacity: sum('capacity'), sold: sum('sold'), held: sum('held'), left: sum('left') })
  const days = async (of: string): Promise<DepartureDay[]> =>
    (await admin.get(`${calls.staffDepartureDays}?from=${day}&to=${day}${of}`)).json
  const { capacity, sold, held } = figures
  const isCancelled = page.cancelledAt !== null
  expect(await days(`&tour=${tour}`)).toMatchObject([isCancelled ? { cancelled: 1, capacity: 0 } : { capacity, sold, held }])
  const ofAll: StaffDeparture[] = (await admin.get(`${calls.staffDepartures}?from=${day}&to=${day}&limit=100`)).json
  const running = ofAll.filter(({ cancelledAt }) => cancelledAt === null)
  expect((await days(''))[0]?.capacity).toBe(running.reduce((total, each) => total + each.capacity, 0))
  return figures
}

test('list, page and month agree on an unsold day of a tour with options, and on one whose row records only a request', async () => {
  const day = nextDay()
  expect(await figuresOn(day)).toEqual({ capacity: SEATS, sold: 0, held: 0, left: SEATS })
  await site.deps.db.insertInto('departures').values({ tour_id: BUSES, departs_on: day, capacity: 10 }).execute()
  expect(await figuresOn(day)).toEqual({ capacity: SEATS, sold: 0, held: 0, left: SEATS })
})

test('list, page and month agree on a day with seats sold and held at several start times', async () => {
  const day = nextDay()
  await site.cards.pay(await book(day, 3))
  await book(day, 2, '09:00')
  expect(await figuresOn(day)).toEqual({ capacity: SEATS, sold: 3, held: 2, left: 13 })
})

test('list, page and month agree on a day with a resized, a closed and no start time for sale', async () => {
  const day = nextDay()
  await book(day, 2)
  await resize(day, 7)
  expect(await figuresOn(day)).toEqual({ capacity: 21, sold: 0, held: 2, left: 19 })
  await change(calls.closeSlot, day)
  expect(await figuresOn(day)).toEqual({ capacity: 21, sold: 0, held: 2, left: 14 })
  await change(calls.blockDeparture, day)
  expect(await figuresOn(day)).toEqual({ capacity: 21, sold: 0, held: 2, left: 0 })
})

test('list, page and month agree on an unsold day with a closed start time, and on a cancelled day', async () => {
  const day = nextDay()
  await change(calls.closeSlot, day)
  expect(await figuresOn(day)).toEqual({ capacity: SEATS, sold: 0, held: 0, left: 14 })
  await site.deps.db
    .updateTable('departures')
    .set({ cancelled_at: new Date(), blocked_at: new Date() })
    .where('tour_id', '=', BUSES)
    .where('departs_on', '=', day)
    .execute()
  expect(await figuresOn(day)).toMatchObject({ capacity: SEATS, left: 0 })
})

test('list, page and month agree if an option runs on other weekdays, or is no longer sold', async () => {
  const day = nextDay()
  await site.cards.pay(await book(day, 2))
  const runs = { kind: 'weekdays' as const, weekdays: [weekdayOf(addDays(day, 1))] }
  await sell({ ...SELLING, options: SELLING.options.map((each) => (each.id === 'boat' ? { ...each, runs } : each)) })
  expect(await figuresOn(addDays(day, 1))).toMatchObject({ capacity: SEATS, left: SEATS })
  expect(await figuresOn(addDays(day, 2))).toMatchObject({ capacity: 8, left: 8 })
  expect(await figuresOn(day)).toEqual({ capacity: 8, sold: 2, held: 0, left: 6 })
  await sell({ ...SELLING, options: SELLING.options.filter(({ id }) => id === 'boat') })
  // Seats sold at a start time that no longer exists keep their capacity, but no more are sold.
  expect(await figuresOn(day)).toEqual({ capacity: 14, sold: 2, held: 0, left: 10 })
  await sell(SELLING)
})

test('list, page and month agree on a tour with one price: unsold, sold, and with a capacity set by staff', async () => {
  const day = nextDay()
  expect(await figuresOn(day, TOUR)).toEqual({ capacity: 12, sold: 0, held: 0, left: 12 })
  await bookAndPay(site, await createBuyer(site), 3, day)
  expect(await figuresOn(day, TOUR)).toEqual({ capacity: 12, sold: 3, held: 0, left: 9 })
  await admin.put(calls.departureCapacity(departureId(TOUR, day)), { capacity: 20, seenCapacity: 12 })
  expect(await figuresOn(day, TOUR)).toEqual({ capacity: 20, sold: 3, held: 0, left: 17 })
})

test('a tour that gets options keeps the figures of its past departures, which were sold by day', async () => {
  const day = nextDay()
  const past = addDays(day, -800)
  await bookAndPay(site, await createBuyer(site), 3, day)
  await site.asOwner(`insert into departures (tour_id, departs_on, capacity, seats_taken) values ('${TOUR}', '${past}', 12, 3);
    update tour_bookings set departs_on = '${past}' where tour_id = '${TOUR}' and departs_on = '${day}';
    update departures set seats_taken = 0 where tour_id = '${TOUR}' and departs_on = '${day}'`)
  const before = await figuresOn(past, TOUR)
  expect(before).toMatchObject({ capacity: 12, sold: 3, held: 0 })
  await sell(SELLING, TOUR)
  expect(await figuresOn(past, TOUR)).toEqual({ ...before, left: 0 })
})
