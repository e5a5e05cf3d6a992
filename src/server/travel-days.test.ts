import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import * as sheetCalls from '#shared/bookings/confirmation-calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { addDays, dayIn, longDay } from '#shared/dates.ts'
import { continuePayment } from '#shared/payments/checkout-calls.ts'
import { getSeats } from '#shared/tours/calls.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import type { SiteResponse } from '../../tests/support/browser.ts'
import { bookAndPay, createBuyer, inDays, moveTravel, seatsTaken, TOUR } from '../../tests/support/buyers.ts'
import { bookBody, draftOf } from '../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let site: TestApp
let last: string
let late: string

beforeAll(async () => {
  site = await createTestApp()
  last = lastTravelDay(dayIn('Europe/London', new Date()))
  late = addDays(last, 1)
})
afterAll(async () => site.close())

function expectTooFar({ json }: SiteResponse, path: string): void {
  const message = `Please choose a date up to ${longDay(last)}`
  expect(json).toEqual({ statusCode: 400, code: 'date_too_far', message, issues: [{ path, message }] })
}

test('a departure is on sale for two years, and no seats are shown or held for a later day', async () => {
  const buyer = await createBuyer(site)
  for (const day of [late, '9999-12-31']) {
    expectTooFar(await buyer.get(`${pathOf(getSeats, { id: TOUR })}?date=${day}`), 'date')
    expectTooFar(await buyer.checkout(TOUR, 1, day), 'travelDate')
  }
  expect(await buyer.bookings()).toEqual([])
  expect((await buyer.get(`${pathOf(getSeats, { id: TOUR })}?date=${last}`)).json).toMatchObject({ date: last, seatsLeft: 12 })
  expect((await buyer.checkout(TOUR, 1, last)).status).toBe(200)
})

test('today is the agency’s day, wherever the server runs', async () => {
  const { deps } = site
  const { config, now } = deps
  onTestFinished(() => void Object.assign(deps, { config, now }))
  const buyer = await createBuyer(site)
  const day = inDays(site, 5)
  // Already the next day in Kiribati, but not in London.
  deps.now = () => new Date(`${day}T12:00:00Z`)
  const seats = async (date: string) => (await buyer.get(`${pathOf(getSeats, { id: TOUR })}?date=${date}`)).status
  const statuses = async (today: string) => [await seats(lastTravelDay(today)), await seats(addDays(lastTravelDay(today), 1))]
  expect(await statuses(day)).toEqual([200, 400])
  deps.config = { ...config, AGENCY_TIME_ZONE: 'Pacific/Kiritimati' }
  expect(await statuses(addDays(day, 1))).toEqual([200, 400])
})

test('a move begins and ends within two years in the agency’s time zone; a draft keeps whatever was typed', async () => {
  const mover = await createBuyer(site)
  expect((await mover.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf({ movingDate: `${late}T00:30` }) })).status).toBe(200)
  const ask = async (pickupDate: string, dropoffDate: string) =>
    mover.post(vehicleCalls.requestQuote.path, bookBody({ pickupDate, dropoffDate }))
  expectTooFar(await ask(`${late}T00:30`, `${late}T00:30`), 'pickupDate')
  expectTooFar(await ask(`${last}T23:30`, `${late}T00:30`), 'dropoffDate')
  expect((await ask(`${last}T23:30`, `${last}T23:30`)).status).toBe(201)
})

test('a departure sold before there was a limit is shown, and can be cancelled', async () => {
  const buyer = await createBuyer(site)
  const { id } = await bookAndPay(site, buyer, 2, inDays(site, 400))
  const old = '2127-03-01'
  await moveTravel(site, id, old)
  await site.deps.db.updateTable('departures').set({ seats_taken: 2 }).where('departs_on', '=', old).execute()
  expect(await buyer.bookings()).toMatchObject([{ travelDate: old, status: 'confirmed' }])
  expect((await buyer.get(pathOf(sheetCalls.getConfirmation, { id }))).json).toMatchObject({ booking: { travelDate: old } })
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })).status).toBe(200)
  expect(await buyer.bookings()).toMatchObject([{ travelDate: old, status: 'cancelled' }])
  expect(await seatsTaken(site, old)).toBe(0)
})

test('seats held before there was a limit can still be paid', async () => {
  const buyer = await createBuyer(site)
  await buyer.openCheckout(TOUR, 1, inDays(site, 401))
  const [held] = await buyer.bookings()
  await moveTravel(site, held?.id ?? '', '2127-03-02')
  expect((await buyer.post(pathOf(continuePayment, { id: held?.id ?? '' }))).json.url).toContain('/card-sandbox/')
})
