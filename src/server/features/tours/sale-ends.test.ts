import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { addDays, type Day } from '#shared/dates.ts'
import { monthOf } from '#shared/months.ts'
import { listMonthSeats } from '#shared/tours/calendar-calls.ts'
import { getSeats } from '#shared/tours/calls.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import type { Tour } from '#shared/tours/public.ts'
import { saleEndsAt, type SaleEnd } from '#shared/tours/sale-ends.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import { editTour, getStaffTour } from '#shared/tours/staff-calls.ts'
import { createBuyer, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { placeAtNoon, setSaleEnd } from '../../../../tests/support/noon-places.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()
const { db } = site.deps
const buyer = await createBuyer(site)
const KYOTO = 'kyoto-temples-and-tea'
const SEATS = 12

beforeEach(async () => setSaleEnd(site, TOUR, null))

test('the database ends a sale at the same moment as the program, in every kind of zone and through the nights when clocks change', async () => {
  const zones = ['Asia/Tokyo', 'Europe/London', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Kiritimati', 'America/Scoresbysund']
  const days = ['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01', '2027-02-28']
  const times = ['00:00', '00:30', '01:00', '01:30', '01:45', '02:00', '02:15', '02:30', '03:00', '10:00', '23:59']
  const cases = zones.flatMap((timeZone) =>
    days.flatMap((day) =>
      times.flatMap((time) => ([0, 1] as const).map((daysBefore) => ({ day, saleEnd: { time, daysBefore, timeZone } }))),
    ),
  )
  const { rows } = await sql<{ at: Date }>`
    select sale_ends_at((each ->> 'day')::date, (each -> 'saleEnd' ->> 'time')::time, (each -> 'saleEnd' ->> 'daysBefore')::smallint,
      each -> 'saleEnd' ->> 'timeZone') as at
    from jsonb_array_elements(${JSON.stringify(cases)}::jsonb) with ordinality as cases (each, n) order by n`.execute(db)
  const wrong = cases.filter(({ day, saleEnd }, at) => rows[at]?.at.getTime() !== saleEndsAt(saleEnd, day).getTime())
  expect(wrong).toEqual([])
})

test('the database refuses half an end of a sale, and a zone that it does not know', async () => {
  const change = async (columns: object) => db.updateTable('tours').set(columns).where('id', '=', TOUR).execute()
  const whole = { sale_ends: '10:00', sale_ends_days_before: 0, sale_ends_zone: 'Asia/Tokyo' }
  await expect(change({ ...whole, sale_ends_zone: null })).rejects.toThrow('tours_whole_sale_ends')
  await expect(change({ ...whole, sale_ends_days_before: 2 })).rejects.toThrow('check')
  await expect(change({ ...whole, sale_ends_zone: 'Asia/Kyoto' })).rejects.toThrow('not recognized')
  await expect(change({ ...whole, sale_ends: '24:00' })).rejects.toThrow('check')
})

test('of the demo’s tours one is sold until it starts, and one until the evening before; a start time alone closes nothing', async () => {
  const { data } = (await buyer.get(`${listTours.path}?limit=100`)).json as { data: Tour[] }
  expect(data.filter(({ facts }) => facts?.startTime).length).toBeGreaterThan(5)
  const ended = data.filter(({ saleEnd }) => saleEnd)
  expect(ended).toMatchObject([
    { id: KYOTO, saleEnd: { time: '10:00', daysBefore: 0, timeZone: 'Asia/Tokyo' }, facts: { startTime: '10:00' } },
    { id: 'batur-sunrise', saleEnd: { time: '18:00', daysBefore: 1, timeZone: 'Asia/Makassar' } },
  ])
})

test('past its end a departure has no seats, says so, and names the next one; the others are as they were', async () => {
  const { today, saleEndIn, timeZone } = placeAtNoon(site.deps.now())
  const seats = async (day: Day) => (await buyer.get(`${pathOf(getSeats, { id: TOUR })}?date=${day}`)).json
  await setSaleEnd(site, TOUR, saleEndIn(3))
  expect(await seats(today)).toEqual({ date: today, timeZone, seatsLeft: SEATS, maxPeople: SEATS })
  await setSaleEnd(site, TOUR, saleEndIn(-1))
  const [tomorrow, later] = [addDays(today, 1), addDays(today, 2)]
  const manager = await createStaff(site, 'manager')
  expect(await seats(today)).toEqual({ date: today, timeZone, seatsLeft: 0, maxPeople: SEATS, hasLeft: true, next: tomorrow })
  await manager.post(pathOf(departureCalls.blockDeparture, { id: departureId(TOUR, tomorrow) }))
  expect(await seats(today)).toMatchObject({ next: later })
  await manager.post(pathOf(departureCalls.unblockDeparture, { id: departureId(TOUR, tomorrow) }))
  expect(await seats(tomorrow)).toEqual({ date: tomorrow, timeZone, seatsLeft: SEATS, maxPeople: SEATS })
  const days = (await buyer.get(`${pathOf(listMonthSeats, { id: TOUR })}?month=${monthOf(today)}`)).json.days
  expect(days.find(({ date }: { date: Day }) => date === today)).toEqual({ date: today, seatsLeft: 0, hasLeft: true })
  expect(days.filter(({ date }: { date: Day }) => date > today).every((day: object) => !('hasLeft' in day))).toBe(true)
  const listed = (await manager.get(`${departureCalls.listDepartures.path}?tour=${TOUR}&from=${today}&to=${tomorrow}`)).json
  expect(listed).toMatchObject([
    { date: today, left: 0, hasLeft: true },
    { date: tomorrow, left: SEATS },
  ])
})

test('a search with a date leaves out what has left, and keeps what is sold; one without finds it', async () => {
  const { today, saleEndIn } = placeAtNoon(site.deps.now())
  const finds = async (text: string) => {
    const { data } = (await buyer.get(`${listTours.path}?search=${encodeURIComponent(text)}`)).json as { data: Tour[] }
    return data.some(({ id }) => id === TOUR)
  }
  const found = async () => [await finds(`Fuji ${today}`), await finds(`Fuji ${addDays(today, 1)}`), await finds('Fuji')]
  expect(await found()).toEqual([true, true, true])
  await setSaleEnd(site, TOUR, saleEndIn(5))
  expect(await found()).toEqual([true, true, true])
  await setSaleEnd(site, TOUR, saleEndIn(-1))
  expect(await found()).toEqual([false, true, true])
  // The only day of its month.
  await db
    .updateTable('tours')
    .set({ run_dates: sql`array[${today}::date]` })
    .where('id', '=', TOUR)
    .execute()
  const month = new Date(`${today}T12:00:00Z`).toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })
  expect(await finds(`Fuji in ${month}`)).toBe(false)
  await setSaleEnd(site, TOUR, saleEndIn(5))
  expect(await finds(`Fuji in ${month}`)).toBe(true)
  await db.updateTable('tours').set({ run_dates: null }).where('id', '=', TOUR).execute()
})

test('staff set the end of a sale and take it away; the audit tells both, and what is no such end is refused', async () => {
  const manager = await createStaff(site, 'manager')
  const read = async () => (await manager.get(pathOf(getStaffTour, { id: KYOTO }))).json
  const edit = async (saleEnd: unknown) => {
    const { version, fields } = await read()
    return manager.put(pathOf(editTour, { id: KYOTO }), { version, fields: { ...fields, saleEnd } })
  }
  const end: SaleEnd = { time: '18:00', daysBefore: 1, timeZone: 'Asia/Tokyo' }
  expect((await edit(end)).json.fields.saleEnd).toEqual(end)
  expect((await buyer.tour(KYOTO)).saleEnd).toEqual(end)
  expect((await edit(null)).json.fields.saleEnd).toBeNull()
  expect(await buyer.tour(KYOTO)).not.toHaveProperty('saleEnd')
  expect((await edit({ ...end, time: '10:00', daysBefore: 0 })).json.changes[0].fields).toEqual(['saleEnd'])
  const entries = await db.selectFrom('audit_entries').select(['before', 'after']).where('subject_id', '=', KYOTO).orderBy('id').execute()
  const told = ['10-00_on_the_day_Asia-Tokyo', '18-00_the_day_before_Asia-Tokyo', 'none', '10-00_on_the_day_Asia-Tokyo']
  expect(entries).toMatchObject(told.slice(1).map((saleEnd, at) => ({ before: { saleEnd: told[at] }, after: { saleEnd } })))
  for (const wrong of [
    { ...end, time: '24:00' },
    { ...end, daysBefore: -1 },
    { ...end, timeZone: 'Asia/Kyoto' },
    { ...end, timeZone: '+09:00' },
  ]) {
    expect([(await edit(wrong)).status, (await edit(wrong)).json.code]).toEqual([400, 'validation_failed'])
  }
})

test('“free to cancel” counts the days in the place', async () => {
  const { today, saleEndIn } = placeAtNoon(site.deps.now())
  await setSaleEnd(site, TOUR, saleEndIn(5))
  const finds = async (day: Day) => {
    const text = encodeURIComponent(`Fuji free cancellation ${day}`)
    return (await buyer.get(`${listTours.path}?search=${text}`)).json.data.some(({ id }: Tour) => id === TOUR)
  }
  expect([await finds(addDays(today, 13)), await finds(addDays(today, 14))]).toEqual([false, true])
})
