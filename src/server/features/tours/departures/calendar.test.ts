import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, type Day } from '#shared/dates.ts'
import { departureId, type DepartureDay, type StaffDeparture } from '#shared/tours/departures.ts'
import { pathOf } from '#shared/contract.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { weekdayOf } from '#shared/run-days.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { inDays } from '../../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

let site: TestApp
let staff: Browser
beforeAll(async () => {
  site = await createTestApp()
  staff = await createStaff(site)
  await site.asOwner('update tours set is_active = false')
})
afterAll(async () => site.close())

/** Offers a new tour on some days. Its seats stand in for bookings. */
async function offer(
  id: string,
  seats: number,
  runs?: { run_weekdays: number } | { run_dates: Day[] } | { run_rules: string },
): Promise<void> {
  await site.asOwner(`insert into tours (id, name, destination, duration, overview, base_price_cents, max_people, tour_type, terms_and_conditions)
    values ('${id}', '${id}', 'Kyoto, Japan', 1, '', 100, ${seats}, '', '')`)
  if (runs) await site.deps.db.updateTable('tours').set(runs).where('id', '=', id).execute()
}

async function addRow(tour: string, day: Day, row: { capacity: number; seats_taken?: number; blocked_at?: Date; cancelled_at?: Date }) {
  await site.deps.db
    .insertInto('departures')
    .values({ tour_id: tour, departs_on: day, ...row })
    .execute()
}

async function daysOf(from: Day, to = from, tour = ''): Promise<DepartureDay[]> {
  return (await staff.get(`${departureCalls.listDepartureDays.path}?from=${from}&to=${to}${tour && `&tour=${tour}`}`)).json
}

async function listed(day: Day, bookings: 'some' | 'none', tour = ''): Promise<StaffDeparture[]> {
  return (await staff.get(`${departureCalls.listDepartures.path}?from=${day}&to=${day}&bookings=${bookings}${tour && `&tour=${tour}`}`))
    .json
}

test('each departure that runs counts, booked or not, and the totals of a day are those of its lists', async () => {
  const day = inDays(site, 30)
  const now = new Date()
  await offer('daily', 10)
  await offer('weekly', 7, { run_weekdays: 1 << (weekdayOf(day) - 1) })
  await offer('other-weekday', 100, { run_weekdays: 1 << (weekdayOf(addDays(day, 1)) - 1) })
  await offer('dated', 5, { run_dates: [day, addDays(day, 2)] })
  const rules = { rules: [{ weekdays: [weekdayOf(day)] }], also: [], except: [addDays(day, 7)] }
  await offer('ruled', 3, { run_rules: JSON.stringify(rules) })
  await offer('booked', 12)
  await addRow('booked', day, { capacity: 14, seats_taken: 8 })
  await offer('asked-for', 20)
  await addRow('asked-for', day, { capacity: 20 })
  await offer('closed', 6)
  await addRow('closed', day, { capacity: 6, blocked_at: now })
  await offer('called-off', 50)
  await addRow('called-off', day, { capacity: 50, blocked_at: now, cancelled_at: now })
  await offer('moved', 9, { run_dates: [addDays(day, 5)] })
  await addRow('moved', day, { capacity: 9, seats_taken: 2 })

  const names = (departures: StaffDeparture[]) => departures.map(({ tour }) => tour.id)
  const [some, none] = [await listed(day, 'some'), await listed(day, 'none')]
  expect(names(some)).toEqual(['booked', 'called-off', 'closed', 'moved'])
  expect(names(none)).toEqual(['asked-for', 'daily', 'dated', 'ruled', 'weekly'])
  const running = [...some, ...none].filter(({ cancelledAt }) => cancelledAt === null)
  const capacity = running.reduce((sum, each) => sum + each.capacity, 0)
  expect(capacity).toBe(14 + 6 + 9 + 20 + 10 + 5 + 3 + 7)
  expect(await daysOf(day)).toEqual([{ date: day, departures: 8, unbooked: 5, capacity, sold: 10, held: 0, blocked: 1, cancelled: 1 }])
  expect(await daysOf(day, addDays(day, 5), 'moved')).toMatchObject([
    { date: day, departures: 1, unbooked: 0, capacity: 9, sold: 2 },
    { date: addDays(day, 5), departures: 1, unbooked: 1, capacity: 9, sold: 0 },
  ])
  expect((await daysOf(addDays(day, 1), addDays(day, 2))).map(({ departures }) => departures)).toEqual([6, 6])
})

test('a tour that is off sale has only the departures that are booked, and these say so', async () => {
  const day = inDays(site, 60)
  await offer('ended', 10)
  await addRow('ended', day, { capacity: 10, seats_taken: 2 })
  await addRow('ended', addDays(day, 1), { capacity: 10, blocked_at: new Date() })
  expect(await daysOf(day, addDays(day, 1), 'ended')).toMatchObject([{ sold: 2 }, { blocked: 1 }])
  await site.asOwner(`update tours set is_active = false where id = 'ended'`)
  expect(await daysOf(day, addDays(day, 1), 'ended')).toMatchObject([{ date: day, departures: 1, unbooked: 0, capacity: 10, sold: 2 }])
  expect(await listed(day, 'some', 'ended')).toMatchObject([{ isOnSale: false, sold: 2, left: 0 }])
  // Even unbooked days still have a page, because staff may correct them before the tour is published again.
  const shown = (await staff.get(pathOf(departureCalls.getDeparture, { id: departureId('ended', addDays(day, 2)) }))).json
  expect(shown).toMatchObject({ isOnSale: false, capacity: 10, left: 0 })
})

test('past days have the departures that left, and days too far ahead have none', async () => {
  const past = inDays(site, -3)
  await offer('old', 10)
  await addRow('old', past, { capacity: 10, seats_taken: 4 })
  await addRow('old', addDays(past, 1), { capacity: 10 })
  expect(await daysOf(past, addDays(past, 2), 'old')).toEqual([
    { date: past, departures: 1, unbooked: 0, capacity: 10, sold: 4, held: 0, blocked: 0, cancelled: 0 },
  ])
  expect(await listed(addDays(past, 1), 'none', 'old')).toEqual([])
  expect(await daysOf(inDays(site, 735), inDays(site, 760), 'old')).toEqual([])
})
