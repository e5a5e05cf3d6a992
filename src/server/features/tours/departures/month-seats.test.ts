import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { addDays, localToday, type Day } from '#shared/dates.ts'
import { monthOf, rangeOf } from '#shared/months.ts'
import { weekdayOf } from '#shared/run-days.ts'
import { listMonthSeats } from '#shared/tours/calendar-calls.ts'
import { getSeats } from '#shared/tours/calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import type { DaySeats } from '#shared/tours/month-seats.ts'
import type { TourRuns } from '#shared/tours/runs.ts'
import { editTour, getStaffTour } from '#shared/tours/staff-calls.ts'
import { lastTravelDay } from '#shared/tours/travel-days.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, inDays, TOUR } from '../../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()
const SEATS = 12

async function daysOf(person: Browser, month: string, tour = TOUR): Promise<DaySeats[]> {
  const { status, json } = await person.get(`${pathOf(listMonthSeats, { id: tour })}?month=${month}`)
  expect([status, json.month]).toEqual([200, month])
  return json.days
}

async function leftOn(person: Browser, day: Day): Promise<number | undefined> {
  return (await daysOf(person, monthOf(day))).find(({ date }) => date === day)?.seatsLeft
}

async function changeRuns(runs: TourRuns): Promise<void> {
  const manager = await createStaff(site, 'manager')
  const { version, fields } = (await manager.get(pathOf(getStaffTour, { id: TOUR }))).json
  expect((await manager.put(pathOf(editTour, { id: TOUR }), { version, fields: { ...fields, runs } })).status).toBe(200)
}

test('each day of a month has its seats, less what is sold and held; who holds them can still book them', async () => {
  const [buyer, holder, manager] = [await createBuyer(site), await createBuyer(site), await createStaff(site, 'manager')]
  const month = monthOf(inDays(site, 120))
  const [sold, held, full, blocked] = ['03', '04', '05', '06'].map((date) => `${month}-${date}`) as [Day, Day, Day, Day]
  await bookAndPay(site, buyer, 3, sold)
  await holder.openCheckout(TOUR, 2, held)
  await manager.put(pathOf(departureCalls.setCapacity, { id: departureId(TOUR, full) }), { capacity: 0, seenCapacity: SEATS })
  await manager.post(pathOf(departureCalls.blockDeparture, { id: departureId(TOUR, blocked) }))
  const days = await daysOf(buyer, month)
  const { to } = rangeOf(month)
  expect(days).toHaveLength(Number(to.slice(8)))
  expect(days[0]).toEqual({ date: `${month}-01`, seatsLeft: SEATS })
  expect(days.slice(2, 7).map(({ seatsLeft }) => seatsLeft)).toEqual([SEATS - 3, SEATS - 2, 0, 0, SEATS])
  expect(await leftOn(holder, held)).toBe(SEATS)
  for (const day of [sold, held, full, blocked]) {
    expect((await buyer.get(`${pathOf(getSeats, { id: TOUR })}?date=${day}`)).json.seatsLeft).toBe(await leftOn(buyer, day))
  }
})

test('only days on which the tour departs are there', async () => {
  const buyer = await createBuyer(site)
  const day = inDays(site, 200)
  await changeRuns({ kind: 'weekdays', weekdays: [weekdayOf(day)] })
  const days = await daysOf(buyer, monthOf(day))
  expect(days.map(({ date }) => weekdayOf(date))).toEqual(days.map(() => weekdayOf(day)))
  expect(days.length).toBeGreaterThanOrEqual(4)
  await changeRuns({ kind: 'dates', dates: [day] })
  expect(await daysOf(buyer, monthOf(day))).toEqual([{ date: day, seatsLeft: SEATS }])
  await changeRuns({ kind: 'daily' })
})

test('days are on sale from today to two years ahead, by the agency’s calendar', async () => {
  const buyer = await createBuyer(site)
  const today = inDays(site, 0)
  const last = lastTravelDay(today)
  expect((await daysOf(buyer, monthOf(today)))[0]?.date).toBe(today)
  expect((await daysOf(buyer, monthOf(last))).at(-1)?.date).toBe(last)
  for (const month of [monthOf(addDays(`${monthOf(today)}-01`, -1)), monthOf(addDays(rangeOf(monthOf(last)).to, 1)), '9999-12']) {
    expect(await daysOf(buyer, month)).toEqual([])
  }
})

test('a tour that is hidden or unknown has no month, and a month that does not exist is refused', async () => {
  const buyer = await createBuyer(site)
  const id = 'chamonix-balconies-and-lakes'
  const month = monthOf(localToday())
  expect(await daysOf(buyer, month, id)).not.toEqual([])
  await site.asOwner(`update tours set is_active = false where id = '${id}'`)
  for (const hidden of [id, 'no-such-tour']) {
    expect((await buyer.get(`${pathOf(listMonthSeats, { id: hidden })}?month=${month}`)).json).toMatchObject({
      statusCode: 404,
      message: 'Tour not found',
    })
  }
  for (const wrong of ['', '2027-13', '2027-00', '0000-01', '2027-01-01', 'soon']) {
    const { json } = await buyer.get(`${pathOf(listMonthSeats, { id: TOUR })}?month=${encodeURIComponent(wrong)}`)
    expect(json).toMatchObject({ statusCode: 400, code: 'validation_failed', issues: [{ path: 'month' }] })
  }
})

test('seats of a day that is over are not told', async () => {
  const buyer = await createBuyer(site)
  const yesterday = inDays(site, -1)
  for (const day of [yesterday, '2020-01-01']) {
    const { json } = await buyer.get(`${pathOf(getSeats, { id: TOUR })}?date=${day}`)
    expect(json).toMatchObject({ statusCode: 400, code: 'date_in_past', issues: [{ path: 'date' }] })
  }
})
