import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { getSeats } from '#shared/tours/calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { getStaffTour, sellTour } from '#shared/tours/staff-calls.ts'
import { sessionOf, type Browser } from '../../../../../tests/support/browser.ts'
import { createBuyer, createBuyers, nextDay, TOUR } from '../../../../../tests/support/buyers.ts'
import { expectInvariants } from '../../../../../tests/support/invariants.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { SELLING } from '../../../../../tests/support/selling.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

const BUSES = 'bali-family-circle'
const EARLY = { capacityGroup: 'bus', startTime: '03:00' }
let site: TestApp
let admin: Browser

beforeAll(async () => {
  site = await createTestApp()
  const { db } = site.deps
  await db.updateTable('tours').set({ base_price_cents: 5_000, max_people: 10 }).where('id', '=', BUSES).execute()
  await db
    .insertInto('tour_selling')
    .values({ tour_id: BUSES, content: JSON.stringify(SELLING) })
    .execute()
  admin = await createStaff(site, 'admin')
})
afterEach(async () => expectInvariants(site))
afterAll(async () => site.close())

async function book(buyer: Browser, travelDate: string, units: { adult?: number }, total: string, more: object = {}) {
  const choice = { optionId: 'english', startTime: '03:00', units, expectedTotal: total, ...more }
  const body = { priceId: `amount:${BUSES}:5000:usd`, tour_id: BUSES, travelDate, totalGuests: units.adult, ...choice }
  return buyer.post(createCheckout.path, body)
}

const departureOn = async (day: string, who = admin) =>
  (await who.get(pathOf(departureCalls.getDeparture, { id: departureId(BUSES, day) }))).json
const resize = async (day: string, capacity: number, seenCapacity: number, who = admin) =>
  who.put(pathOf(departureCalls.setSlotCapacity, { id: departureId(BUSES, day) }), { ...EARLY, capacity, seenCapacity })
const timesOn = async (who: Browser, day: string) =>
  (await who.get(`${pathOf(getSeats, { id: BUSES })}?date=${day}&optionId=english`)).json.times as { time: string; seatsLeft: number }[]

test('a day shows its start times with what each option has sold and holds, what is left, who is fetched where, and what extras are left', async () => {
  const [day, [one, two]] = [nextDay(), await createBuyers(site, 2)]
  if (!one || !two) throw new Error('The buyers are missing.')
  const { json } = await book(one, day, { adult: 2 }, '110.00', { extras: { bike: 1 }, pickupId: 'ubud' })
  await site.cards.pay(sessionOf(json.url))
  await book(two, day, { adult: 1 }, '50.00', { optionId: 'german' })
  const bus = { capacityGroup: 'bus', capacity: 4, hasOwnCapacity: false, isClosed: false, isOffered: true }
  const none = (id: string) => ({ id, name: id, sold: 0, held: 0 })
  expect(await departureOn(day)).toMatchObject({
    actions: ['block', 'slots', 'cancel'],
    slots: [
      { capacityGroup: 'boat', startTime: null, capacity: 10, sold: 0, held: 0, left: 10, options: [none('boat')], pickups: [] },
      {
        ...bus,
        startTime: '03:00',
        sold: 2,
        held: 1,
        left: 1,
        options: [
          { id: 'english', name: 'english', sold: 2, held: 0 },
          { id: 'german', name: 'german', sold: 0, held: 1 },
        ],
        pickups: [
          { place: 'Ubud market', minutesBefore: 90, people: 2 },
          { place: null, minutesBefore: 0, people: 1 },
        ],
      },
      { ...bus, startTime: '09:00', sold: 0, held: 0, left: 4, options: [none('english'), none('german')], pickups: [] },
    ],
    extras: [{ id: 'bike', name: 'Bike', stock: 3, left: 2 }],
  })
  await admin.post(pathOf(departureCalls.blockDeparture, { id: departureId(BUSES, day) }))
  expect((await departureOn(day)).slots.map(({ left }: { left: number }) => left)).toEqual([0, 0, 0])
})

test('a tour with one price shows no start times and has none to set', async () => {
  const id = departureId(TOUR, nextDay())
  const { json } = await admin.get(pathOf(departureCalls.getDeparture, { id }))
  expect([json.actions, 'slots' in json, 'extras' in json]).toEqual([['block', 'capacity', 'cancel'], false, false])
  const { status } = await admin.put(pathOf(departureCalls.setSlotCapacity, { id }), {
    capacityGroup: 'seats',
    startTime: null,
    capacity: 3,
    seenCapacity: 4,
  })
  expect(status).toBe(404)
})

test('the seats of one start time are set for a day, never below those taken, and the second of two people learns what the first has done', async () => {
  const [day, buyer, other] = [nextDay(), await createBuyer(site), await createStaff(site, 'manager')]
  await book(buyer, day, { adult: 2 }, '100.00')
  expect((await resize(day, 1, 4)).json).toMatchObject({
    code: 'sold_out',
    message: '2 seats are sold or held at 03:00, so the capacity can’t be lower.',
  })
  expect((await resize(day, 7, 4)).json.slots[1]).toMatchObject({ capacity: 7, held: 2, left: 5, hasOwnCapacity: true })
  expect((await timesOn(buyer, day)).map(({ seatsLeft }) => seatsLeft)).toEqual([7, 4])
  expect((await resize(day, 5, 4, other)).json).toMatchObject({
    code: 'departure_changed',
    message: expect.stringMatching(/^Sam Staff has just changed this start time: it now has 7 seats/),
  })
  expect((await resize(day, 2, 7, other)).json.slots[1]).toMatchObject({ capacity: 2, left: 0 })
  const day2 = nextDay()
  expect((await resize(day2, 20, 4)).json).toMatchObject({ capacity: 34, left: 34, hasOwnCapacity: true })
  const listed = (await admin.get(`${departureCalls.listDepartures.path}?from=${day2}&to=${day2}&bookings=some`)).json
  expect(listed.map(({ id }: { id: string }) => id)).toEqual([departureId(BUSES, day2)])
  const entries = site.deps.db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('subject_id', '=', departureId(BUSES, day))
  expect(await entries.orderBy('id').execute()).toMatchObject([
    { action: 'slot.resized', before: { capacity: 4 }, after: { capacity: 7, startTime: '03-00' } },
    { action: 'slot.resized', before: { capacity: 7 }, after: { capacity: 2, startTime: '03-00' } },
  ])
})

test('the capacity of the whole day is refused with the way to its start times, and an unknown start time is not found', async () => {
  const [day, staff] = [nextDay(), await createStaff(site)]
  const id = departureId(BUSES, day)
  expect((await admin.put(pathOf(departureCalls.setCapacity, { id }), { capacity: 5, seenCapacity: 10 })).json).toMatchObject({
    code: 'options_booked',
    message: 'This tour’s seats are sold by start time. Set the seats for a start time instead.',
  })
  for (const unknown of [{ startTime: '04:00' }, { startTime: null }, { capacityGroup: 'train' }])
    expect((await admin.post(pathOf(departureCalls.closeSlot, { id }), { ...EARLY, ...unknown })).status).toBe(404)
  expect((await resize(day, 5, 4, staff)).status).toBe(403)
  expect((await departureOn(day, staff)).actions).toEqual([])
})

test('many who book while staff take seats of a start time away never get more of them than there are', async () => {
  const [day, buyers] = [nextDay(), await createBuyers(site, 6)]
  await resize(day, 12, 4)
  const checkouts = buyers.map(async (buyer, index) =>
    book(buyer, day, { adult: 2 }, '100.00', { optionId: index % 2 ? 'german' : 'english' }),
  )
  // Wait until the first of them are under way.
  await Promise.race(checkouts)
  const [resized, ...answers] = await Promise.all([resize(day, 4, 12), ...checkouts])
  const held = 2 * answers.filter(({ status }) => status === 200).length
  // If more than four seats were already held, the change is refused; after it nobody gets a fifth.
  expect((await departureOn(day)).slots[1]).toMatchObject(
    resized.status === 200 ? { capacity: 4, held: 4, left: 0 } : { capacity: 12, held: 12 },
  )
  expect(held).toBe(resized.status === 200 ? 4 : 12)
})

test('a closed start time sells nothing, not even what is given back, until it is opened again; the others go on', async () => {
  const [day, [holder, late]] = [nextDay(), await createBuyers(site, 2)]
  if (!holder || !late) throw new Error('The buyers are missing.')
  const id = departureId(BUSES, day)
  const session = sessionOf((await book(holder, day, { adult: 3 }, '150.00')).json.url)
  expect((await admin.post(pathOf(departureCalls.closeSlot, { id }), EARLY)).json.slots[1]).toMatchObject({
    capacity: 4,
    held: 3,
    left: 0,
    isClosed: true,
  })
  expect((await timesOn(holder, day)).map(({ seatsLeft }) => seatsLeft)).toEqual([0, 4])
  await site.cards.pay(session)
  expect((await book(late, day, { adult: 1 }, '50.00')).json).toMatchObject({ code: 'sold_out' })
  const [booking] = await holder.bookings()
  expect((await holder.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking?.id })).status).toBe(200)
  expect((await departureOn(day)).slots[1]).toMatchObject({ capacity: 4, sold: 0, left: 0, isClosed: true })
  expect((await book(late, day, { adult: 1 }, '50.00')).json).toMatchObject({ code: 'sold_out' })
  // Its capacity can be set meanwhile, and a change of the tour reaches those that have none of their own.
  await resize(day, 6, 4)
  expect((await book(late, day, { adult: 1 }, '50.00')).json).toMatchObject({ code: 'sold_out' })
  expect((await book(late, day, { adult: 1 }, '50.00', { startTime: '09:00' })).status).toBe(200)
  await admin.post(pathOf(departureCalls.openSlot, { id }), EARLY)
  expect((await admin.post(pathOf(departureCalls.openSlot, { id }), EARLY)).json.slots[1]).toMatchObject({
    capacity: 6,
    left: 6,
    isClosed: false,
  })
  expect((await timesOn(holder, day))[0]).toEqual({ time: '03:00', seatsLeft: 6 })
})

test('a closed start time stays closed when the tour or a process of before gives it more seats', async () => {
  const [day, buyer] = [nextDay(), await createBuyer(site)]
  await book(buyer, day, { adult: 2 }, '100.00')
  await admin.post(pathOf(departureCalls.closeSlot, { id: departureId(BUSES, day) }), EARLY)
  const version = async () => (await admin.get(pathOf(getStaffTour, { id: BUSES }))).json.version
  const sell = async (seats: number) =>
    admin.put(pathOf(sellTour, { id: BUSES }), {
      version: await version(),
      selling: { ...SELLING, capacityGroups: SELLING.capacityGroups.map((group) => (group.id === 'bus' ? { ...group, seats } : group)) },
    })
  expect((await sell(9)).status).toBe(200)
  expect((await departureOn(day)).slots[1]).toMatchObject({ capacity: 9, held: 2, left: 0 })
  const slot = site.deps.db.updateTable('departure_slots').where('departs_on', '=', day).where('starts_at', '=', '03:00')
  await slot.set({ capacity: 9 }).execute()
  expect((await departureOn(day)).slots[1]).toMatchObject({ capacity: 9, held: 2, left: 0 })
  expect((await admin.post(pathOf(departureCalls.openSlot, { id: departureId(BUSES, day) }), EARLY)).json.slots[1]).toMatchObject({
    capacity: 9,
    left: 7,
  })
  await sell(4)
  expect((await departureOn(day)).slots[1]).toMatchObject({ capacity: 4, left: 2 })
})
