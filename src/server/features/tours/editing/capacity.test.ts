import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { getSeats } from '#shared/tours/calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { editTour, getStaffTour } from '#shared/tours/staff-calls.ts'
import { bookAndPay, createBuyer, nextDay, SEATS, seatsTaken, TOUR } from '../../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'
import { lockDeparture } from '../seats.ts'

const site = await openPaymentSite()
const { db } = site.deps

async function setMaxPeople(maxPeople: number) {
  const manager = await createStaff(site, 'manager')
  const { version, fields } = (await manager.get(pathOf(getStaffTour, { id: TOUR }))).json
  const saved = await manager.put(pathOf(editTour, { id: TOUR }), { version, fields: { ...fields, maxPeople } })
  if (saved.status !== 200) throw new Error(saved.text)
  return saved.json
}

async function capacityOn(day: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('departures')
    .select('capacity')
    .where('tour_id', '=', TOUR)
    .where('departs_on', '=', day)
    .executeTakeFirst()
  return row?.capacity
}

test('departures to come follow the tour, never below what is sold, and not where staff have chosen the seats', async () => {
  const [buyer, manager] = [await createBuyer(site), await createStaff(site, 'manager')]
  const [empty, sold, chosen, past] = [nextDay(), nextDay(), nextDay(), '2020-01-01']
  await db
    .insertInto('departures')
    .values([empty, past].map((departs_on) => ({ tour_id: TOUR, departs_on, capacity: SEATS })))
    .execute()
  await bookAndPay(site, buyer, 5, sold)
  await manager.put(pathOf(departureCalls.setCapacity, { id: departureId(TOUR, chosen) }), { capacity: 20, seenCapacity: SEATS })
  const { departures } = await setMaxPeople(4)
  expect(departures).toEqual({ withOwnCapacity: 1, mostTaken: 5 })
  expect(await Promise.all([empty, sold, chosen, past].map(capacityOn))).toEqual([4, 5, 20, SEATS])
  expect((await buyer.get(`${pathOf(getSeats, { id: TOUR })}?date=${sold}`)).json).toMatchObject({ seatsLeft: 0 })
  await setMaxPeople(SEATS)
  expect(await Promise.all([empty, sold, chosen].map(capacityOn))).toEqual([SEATS, SEATS, 20])
})

test('a checkout that is under way as the group shrinks cannot sell seats that are gone', async () => {
  const day = nextDay()
  let resized: Promise<unknown> | undefined
  await db.transaction().execute(async (trx) => {
    // The first booking of a day creates its departure, with the tour's current seats.
    expect((await lockDeparture(trx, TOUR, day)).capacity).toBe(SEATS)
    resized = setMaxPeople(3)
    await new Promise((resolve) => setTimeout(resolve, 200))
    await trx.updateTable('departures').set({ seats_taken: 2 }).where('tour_id', '=', TOUR).where('departs_on', '=', day).execute()
  })
  await resized
  expect(await capacityOn(day)).toBe(3)
  await db.updateTable('departures').set({ seats_taken: 0 }).where('tour_id', '=', TOUR).where('departs_on', '=', day).execute()
  await setMaxPeople(SEATS)
})

test('many who book while the group shrinks never take more seats than there are', async () => {
  const day = nextDay()
  const buyers = await Promise.all(Array.from({ length: 6 }, async () => createBuyer(site)))
  await Promise.all([...buyers.map(async (buyer) => buyer.checkout(TOUR, 2, day)), setMaxPeople(4)])
  const [capacity = 0, taken] = [await capacityOn(day), await seatsTaken(site, day)]
  expect(taken).toBeLessThanOrEqual(capacity)
  // Seats taken before the change are kept, and none are taken after it.
  expect(capacity).toBe(Math.max(4, taken))
  await setMaxPeople(SEATS)
})
