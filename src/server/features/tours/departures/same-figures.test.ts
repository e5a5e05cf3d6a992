import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { weekdayOf } from '#shared/run-days.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId, type DepartureDay, type StaffDeparture, type StaffDepartureDetails } from '#shared/tours/departures.ts'
import type { Selling } from '#shared/tours/offers/selling-schema.ts'
import { sessionOf, type Browser } from '../../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, nextDay, TOUR } from '../../../../../tests/support/buyers.ts'
import { expectInvariants } from '../../../../../tests/support/invariants.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { SELLING } from '../../../../../tests/support/selling.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'
import { listDepartureDays } from './calendar.ts'
import { listDepartures } from './departures.ts'

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
  return sessionOf((await buyer.post(createCheckout.path, body)).json.url)
}

const change = async (call: typeof departureCalls.closeSlot | typeof departureCalls.blockDeparture, day: Day, tour = BUSES) =>
  admin.post(pathOf(call, { id: departureId(tour, day) }), EARLY)
const resize = async (day: Day, capacity: number) =>
  admin.put(pathOf(departureCalls.setSlotCapacity, { id: departureId(BUSES, day) }), { ...EARLY, capacity, seenCapacity: 4 })

interface Figures {
  capacity: number
  sold: number
  held: number
  left: number
}

/** Returns the figures of a departure after comparing them in the list, which Today shows as well, on its page and in the month. */
async function figuresOn(day: Day, tour = BUSES): Promise<Figures> {
  const page: StaffDepartureDetails = (await admin.get(pathOf(departureCalls.getDeparture, { id: departureId(tour, day) }))).json
  const list = async (more: string): Promise<StaffDeparture[]> =>
    (await admin.get(`${departureCalls.listDepartures.path}?from=${day}&to=${day}&tour=${tour}${more}`)).json
  const figuresOf = ({ capacity, sold, held, left }: Figures): Figures => ({ capacity, sold, held, left })
  const figures = figuresOf(page)
  const [all, some, none] = [await list(''), await list('&bookings=some'), await list('&bookings=none')]
  expect(all.map(figuresOf)).toEqual([figures])
  expect([...some, ...none].map(figuresOf)).toEqual([figures])
  const sum = (of: 'capacity' | 'sold' | 'held' | 'left') => page.slots?.reduce((total, slot) => total + slot[of], 0)
  if (page.slots && tour === BUSES)
    expect(figures).toEqual({ capacity: sum('capacity'), sold: sum('sold'), held: sum('held'), left: sum('left') })
  const days = async (of: string): Promise<DepartureDay[]> =>
    (await admin.get(`${departureCalls.listDepartureDays.path}?from=${day}&to=${day}${of}`)).json
  const { capacity, sold, held } = figures
  const isCancelled = page.cancelledAt !== null
  expect(await days(`&tour=${tour}`)).toMatchObject([isCancelled ? { cancelled: 1, capacity: 0 } : { capacity, sold, held }])
  const ofAll: StaffDeparture[] = (await admin.get(`${departureCalls.listDepartures.path}?from=${day}&to=${day}&limit=100`)).json
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
  await change(departureCalls.closeSlot, day)
  expect(await figuresOn(day)).toEqual({ capacity: 21, sold: 0, held: 2, left: 14 })
  await change(departureCalls.blockDeparture, day)
  expect(await figuresOn(day)).toEqual({ capacity: 21, sold: 0, held: 2, left: 0 })
})

test('list, page and month agree on an unsold day with a closed start time, and on a cancelled day', async () => {
  const day = nextDay()
  await change(departureCalls.closeSlot, day)
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
  await admin.put(pathOf(departureCalls.setCapacity, { id: departureId(TOUR, day) }), { capacity: 20, seenCapacity: 12 })
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

/** Every combination of what a day and its start times can be, over days before and after today; `n` counts the days. */
const EVERY_KIND = `
  insert into departures (tour_id, departs_on, capacity, seats_taken, blocked_at, capacity_set_at, cancelled_at)
    select tour_id, current_date + n, 9, case when n % 3 = 0 then 2 else 0 end, case when n % 5 = 0 or n % 11 = 0 then now() end,
      case when n % 7 = 0 then now() end, case when n % 11 = 0 then now() end
    from unnest(array['TOURS']) with ordinality as tours (tour_id, place), generate_series(-46, 46) n where (n + place) % 4 > 0;
  insert into departure_slots (tour_id, departs_on, capacity_group, starts_at, capacity, seats_taken, capacity_when_open)
    select tour_id, departs_on, capacity_group, starts_at, case when n % 13 = 0 then 7 else seats end,
      case when n % 3 = 0 and starts_at <> '09:00' then 1 else 0 end, case when n % 17 = 0 and starts_at <> '' then 6 end
    from (select *, departs_on - current_date + 1000 as n from departures where tour_id in ('TOURS')) as departures,
      (values ('bus', '03:00', 4), ('bus', '09:00', 4), ('boat', '', 10), ('gone', '', 5)) as slot (capacity_group, starts_at, seats)
    where n % 6 > 0 and (n % 2 = 0 or starts_at <> '09:00')`

test('the month is the sum of the list, and its unsold departures those of the unsold list, on days of every kind', async () => {
  const { day: today } = await site.deps.db.selectNoFrom(sql<Day>`current_date`.as('day')).executeTakeFirstOrThrow()
  const tours = ['kyoto-temples-and-tea', 'chamonix-balconies-and-lakes', 'istanbul-two-shores'] as const
  const weekdays = { kind: 'weekdays' as const, weekdays: [1, 2, 5] }
  const seasons = { kind: 'rules' as const, rules: [{ weekdays: [2, 3, 4, 6], from: '03-01', to: '12-20' }], also: [], except: [today] }
  await sell({ ...SELLING, options: SELLING.options.map((each) => (each.id === 'boat' ? { ...each, runs: weekdays } : each)) }, tours[0])
  await sell({ ...SELLING, options: SELLING.options.map((each) => ({ ...each, runs: each.id === 'german' ? null : seasons })) }, tours[1])
  await sell({ ...SELLING, options: SELLING.options.slice(0, 1) }, tours[2])
  const named = (text: string) => text.replaceAll('TOURS', tours.join("', '"))
  await site.asOwner(named(`update tours set is_active = false where id = '${tours[2]}'; ${EVERY_KIND}`))
  const range = { from: addDays(today, -46), to: addDays(today, 46) }
  for (const tour of [undefined, ...tours]) {
    const days = new Map((await listDepartureDays(site.deps.db, { ...range, tour }, today)).map((day) => [day.date, day]))
    for (let day = range.from; day <= range.to; day = addDays(day, 1)) {
      const list = async (bookings?: 'none') =>
        (await listDepartures(site.deps.db, { from: day, to: day, tour, bookings, limit: 1000, before: undefined }, today)).filter(
          ({ cancelledAt }) => cancelledAt === null,
        )
      const [all, unsold] = [await list(), await list('none')]
      const { departures = 0, unbooked = 0, capacity = 0 } = days.get(day) ?? {}
      const sum = all.reduce((total, each) => total + each.capacity, 0)
      expect({ day, tour, departures, unbooked, capacity }).toEqual({
        day,
        tour,
        departures: all.length,
        unbooked: unsold.length,
        capacity: sum,
      })
    }
  }
  await site.asOwner(named("delete from departure_slots where tour_id in ('TOURS'); delete from departures where tour_id in ('TOURS')"))
})
