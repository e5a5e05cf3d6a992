import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { addDays, longDay } from '#shared/dates.ts'
import { weekdayOf } from '#shared/run-days.ts'
import { getSeats } from '#shared/tours/calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import { editTour, getStaffTour } from '#shared/tours/staff-calls.ts'
import type { StaffTourDetails } from '#shared/tours/staff.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, inDays, seatsTaken, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()
/** The tour will run on DAY, but not on NEXT. */
const DAY = inDays(site, 200)
const NEXT = addDays(DAY, 1)

async function runOnly(runs: TourRuns): Promise<StaffTourDetails> {
  const manager = await createStaff(site, 'manager')
  const { version, fields } = (await manager.get(pathOf(getStaffTour, { id: TOUR }))).json
  return (await manager.put(pathOf(editTour, { id: TOUR }), { version, fields: { ...fields, runs } })).json
}

async function isFound(person: Browser, when: string): Promise<boolean> {
  const { data } = (await person.get(`${listTours.path}?limit=100&search=${encodeURIComponent(`tokyo ${when}`)}`)).json
  return data.some(({ id }: { id: string }) => id === TOUR)
}

async function seatsOn(person: Browser, day: string) {
  return person.get(`${pathOf(getSeats, { id: TOUR })}?date=${day}`)
}

const WAYS: [string, TourRuns][] = [
  ['weekdays', { kind: 'weekdays', weekdays: [weekdayOf(DAY)] }],
  ['listed dates', { kind: 'dates', dates: [DAY] }],
  ['rules', { kind: 'rules', rules: [{ weekdays: [weekdayOf(DAY)], from: DAY, to: addDays(DAY, 30) }], also: [], except: [] }],
]

test.each(WAYS)('a tour that runs on %s is sold and found on these alone, and says when', async (_, runs) => {
  const buyer = await createBuyer(site)
  await runOnly({ kind: 'daily' })
  expect(await buyer.tour(TOUR)).not.toHaveProperty('runs')
  expect((await seatsOn(buyer, NEXT)).status).toBe(200)
  expect(await isFound(buyer, NEXT)).toBe(true)
  await runOnly(runs)
  expect(await buyer.tour(TOUR)).toMatchObject({ runs })
  expect((await seatsOn(buyer, DAY)).status).toBe(200)
  const [seats, checkout] = [await seatsOn(buyer, NEXT), await buyer.checkout(TOUR, 1, NEXT)]
  const next = longDay(runs.kind === 'dates' ? DAY : addDays(DAY, 7))
  expect(seats.json).toMatchObject({ statusCode: 400, code: 'not_running', message: expect.stringContaining(next) })
  expect(checkout.json).toMatchObject({ statusCode: 400, code: 'not_running', issues: [{ path: 'travelDate' }] })
  expect([await isFound(buyer, DAY), await isFound(buyer, NEXT)]).toEqual([true, false])
  expect((await buyer.checkout(TOUR, 1, DAY)).status).toBe(200)
})

test('a search for a day that is over, or not on sale yet, finds nothing', async () => {
  const buyer = await createBuyer(site)
  await runOnly({ kind: 'daily' })
  const last = lastTravelDay(inDays(site, 0))
  expect([await isFound(buyer, inDays(site, 0)), await isFound(buyer, last)]).toEqual([true, true])
  expect([await isFound(buyer, inDays(site, -1)), await isFound(buyer, addDays(last, 1))]).toEqual([false, false])
})

test('a search for a month finds a tour with one day in it that has seats left', async () => {
  const buyer = await createBuyer(site)
  const names = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']
  const month = (day: string) => `${names[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`
  await runOnly({ kind: 'dates', dates: [addDays(DAY, 60)] })
  expect([await isFound(buyer, month(addDays(DAY, 60))), await isFound(buyer, month(DAY))]).toEqual([true, false])
  const manager = await createStaff(site, 'manager')
  await manager.post(pathOf(departureCalls.blockDeparture, { id: departureId(TOUR, addDays(DAY, 60)) }))
  expect(await isFound(buyer, month(addDays(DAY, 60)))).toBe(false)
})

test('a booking stays on a day on which the tour no longer runs, and staff are told of the day', async () => {
  const [buyer, holder, day] = [await createBuyer(site), await createBuyer(site), inDays(site, 300)]
  await runOnly({ kind: 'daily' })
  await bookAndPay(site, buyer, 3, day)
  const session = await holder.openCheckout(TOUR, 2, day)
  const { daysOutsideRuns } = await runOnly({ kind: 'dates', dates: [addDays(day, 1)] })
  expect(daysOutsideRuns).toContainEqual({ date: day, seats: 5 })
  await site.cards.pay(session)
  expect((await holder.bookings())[0]?.status).toBe('confirmed')
  expect(await seatsTaken(site, day)).toBe(5)
  const staff = await createStaff(site)
  const listed = (await staff.get(`${departureCalls.listDepartures.path}?tour=${TOUR}&from=${day}&to=${addDays(day, 2)}`)).json
  expect(listed.map(({ date }: { date: string }) => date)).toEqual([day, addDays(day, 1)])
  const manager = await createStaff(site, 'manager')
  const statuses = []
  for (const each of [day, addDays(day, 1), addDays(day, 2)]) {
    statuses.push((await manager.post(pathOf(departureCalls.blockDeparture, { id: departureId(TOUR, each) }))).status)
  }
  expect(statuses).toEqual([200, 200, 404])
})

test('a tour with no day to come says so', async () => {
  const buyer = await createBuyer(site)
  await runOnly({ kind: 'dates', dates: ['2020-02-29'] })
  expect((await seatsOn(buyer, DAY)).json.message).toBe('This tour doesn’t run on that date. No departures are scheduled at the moment.')
})
