import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import type { Tick } from '#shared/bookings/attendance.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as departureCalls from '#shared/tours/departure-calls.ts'
import { departureId } from '#shared/tours/departures.ts'
import { bookAndPay, createBuyer, inDays, moveTravel, TOUR } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const site = await createTestApp()
afterAll(async () => site.close())
const { db } = site.deps
const day = inDays(site, 1)
const path = pathOf(departureCalls.tickDeparture, { id: departureId(TOUR, day) })
const staff = await createStaff(site)

async function book(guests = 1) {
  const buyer = await createBuyer(site)
  return { buyer, ...(await bookAndPay(site, buyer, guests, day)) }
}

/** A tick made `secondsAgo` by an accurate clock. */
function tick(bookingId: string, state: Tick['state'], secondsAgo = 0, seat = 1): Tick {
  const tickedAt = new Date(site.deps.now().getTime() - secondsAgo * 1000).toISOString()
  return { id: randomUUID(), bookingId, seat, state, tickedAt }
}

async function send(...ticks: Tick[]) {
  return (await staff.post(path, { ticks })).json
}

async function standing(bookingId: string): Promise<string[]> {
  const { attendance } = await send()
  return attendance
    .filter((each: { bookingId: string }) => each.bookingId === bookingId)
    .map(({ seat, state, by }: { seat: number; state: string; by: string }) => `${seat} ${state} ${by}`)
}

async function auditOf(bookingId: string): Promise<string[]> {
  const entries = await db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('subject_id', '=', bookingId)
    .where('action', 'in', ['attendance.ticked', 'attendance.superseded'])
    .orderBy('id')
    .execute()
  return entries.map(({ action, before, after }) => {
    const [was, is] = [before, after] as ({ attendance: string } | null)[]
    return `${action} ${was ? `${was.attendance} → ` : ''}${is?.attendance}`
  })
}

test('each traveller of a booking is ticked for themselves, and the state can be taken back', async () => {
  const { id, buyer } = await book(2)
  await send(tick(id, 'came'), tick(id, 'no_show', 0, 2))
  expect(await standing(id)).toEqual(['1 came Sam Staff', '2 no_show Sam Staff'])
  site.advance(1000)
  await send(tick(id, 'cleared', 0, 2))
  expect(await standing(id)).toEqual(['1 came Sam Staff', '2 cleared Sam Staff'])
  const states = (await buyer.get(securityCalls.downloadOwnData.path)).json.bookings[0].attendance.map(
    ({ state }: { state: string }) => state,
  )
  expect(states.toSorted()).toEqual(['came', 'cleared', 'no_show'])
})

test('the last tick wins by its own time, whatever arrives last, and all are in the audit', async () => {
  const { id } = await book()
  await send(tick(id, 'came', 60))
  await send(tick(id, 'no_show', 300))
  expect(await standing(id)).toEqual(['1 came Sam Staff'])
  await send(tick(id, 'no_show', 10), tick(id, 'cleared', 30))
  expect(await standing(id)).toEqual(['1 no_show Sam Staff'])
  expect(await auditOf(id)).toEqual([
    'attendance.ticked came',
    'attendance.superseded no_show',
    'attendance.ticked came → no_show',
    'attendance.superseded cleared',
  ])
})

test('a tick sent again, also in two concurrent requests, is stored once', async () => {
  const { id } = await book()
  const once = tick(id, 'came')
  const answers = await Promise.all([send(once), send(once), send(once, once)])
  for (const { unknown } of answers) expect(unknown).toEqual([])
  expect(await send(once)).toMatchObject({ unknown: [] })
  expect(await auditOf(id)).toEqual(['attendance.ticked came'])
})

test('a clock that is ahead counts as now, one that is far behind as the day before the departure', async () => {
  const { id } = await book()
  const before = site.deps.now().getTime()
  await send(tick(id, 'came', -3600))
  const timeOf = async () => {
    const row = db.selectFrom('attendance_ticks').select('ticked_at').where('booking_id', '=', id).orderBy('ticked_at').limit(1)
    return (await row.executeTakeFirstOrThrow()).ticked_at
  }
  const counted = (await timeOf()).getTime()
  expect(counted).toBeGreaterThanOrEqual(before)
  expect(counted).toBeLessThanOrEqual(site.deps.now().getTime())
  await send({ ...tick(id, 'no_show'), tickedAt: '1999-01-01T00:00:00.000Z' })
  expect((await timeOf()).getTime()).toBeGreaterThan(site.deps.now().getTime() - 25 * 60 * 60 * 1000)
  expect(await standing(id)).toEqual(['1 came Sam Staff'])
})

test('ticks for unknown seats and for bookings of other departures are reported and not stored', async () => {
  const [{ id }, other] = [await book(), await book()]
  await moveTravel(site, other.id, inDays(site, 2))
  const ticks = [tick(id, 'came', 0, 2), tick(other.id, 'came'), tick(randomUUID(), 'came'), tick(id, 'came')]
  const { unknown } = await send(...ticks)
  expect(unknown).toEqual(ticks.slice(0, 3).map((each) => each.id))
  expect(await standing(id)).toEqual(['1 came Sam Staff'])
})

test('a cancelled booking is no longer listed; its ticks are kept, also one made offline before the cancellation was known', async () => {
  const { id, buyer } = await book()
  await send(tick(id, 'came', 20))
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })
  expect((await send(tick(id, 'no_show', 5))).unknown).toEqual([])
  expect(await standing(id)).toEqual([])
  expect(await auditOf(id)).toEqual(['attendance.ticked came', 'attendance.ticked came → no_show'])
})

test('people can be ticked from the day before departure until seven days after', async () => {
  const { id } = await book()
  const at = async (days: number, status: number) => {
    await moveTravel(site, id, inDays(site, days))
    const response = await staff.post(pathOf(departureCalls.tickDeparture, { id: departureId(TOUR, inDays(site, days)) }), {
      ticks: [tick(id, 'came')],
    })
    expect([days, response.status]).toEqual([days, status])
    if (status !== 200) expect(response.json.code).toBe('attendance_closed')
  }
  await at(2, 409)
  await at(1, 200)
  await at(-7, 200)
  await at(-8, 409)
})

test('a batch may have a hundred ticks, each of which must be valid', async () => {
  const { id } = await book()
  const many = (count: number) => Array.from({ length: count }, () => tick(id, 'came', 1))
  expect((await staff.post(path, { ticks: many(101) })).status).toBe(400)
  expect((await staff.post(path, { ticks: many(100) })).status).toBe(200)
  const good = tick(id, 'came')
  for (const bad of [{ id: 'x' }, { bookingId: 'x' }, { seat: 0 }, { seat: 1.5 }, { state: 'late' }, { tickedAt: 'noon' }]) {
    expect((await staff.post(path, { ticks: [{ ...good, ...bad }] })).status).toBe(400)
  }
})

test('visitors get 401, customers 403, an unknown departure is 404', async () => {
  const customer = await createBuyer(site)
  expect((await site.visitor().post(path, { ticks: [] })).status).toBe(401)
  expect((await customer.post(path, { ticks: [] })).status).toBe(403)
  expect((await staff.post(pathOf(departureCalls.tickDeparture, { id: departureId('nowhere', day) }), { ticks: [] })).status).toBe(404)
})
