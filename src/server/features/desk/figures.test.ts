import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { addDays, dayIn } from '#shared/dates.ts'
import type { StaffFigures } from '#shared/desk/figures.ts'
import * as deskCalls from '#shared/desk/staff-calls.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { bookAndPay, createBuyer, inDays, nextDay } from '../../../../tests/support/buyers.ts'
import { approvedQuote, clickLink, createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payOffline, reserve } from '../../../../tests/support/reservations.ts'
import { bookedWithFailedRefund } from '../../../../tests/support/task-troubles.ts'
import { addUpSales, sumFigures } from './figures.ts'

const site = await openPaymentSite({ settles: true })

test('bookings and money are summed by day, each currency by itself, also days on which nothing happened', async () => {
  const staff = await createStaff(site)
  const buyer = await createBuyer(site)
  await bookAndPay(site, buyer, 2, nextDay())
  const far = await bookAndPay(site, buyer, 1, inDays(site, 100))
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: far.id, stripeId: far.stripeid, reason: 'Ill' })
  const { link } = await approvedQuote(site)
  await site.cards.pay(await clickLink(site.visitor(), link))

  const figures: StaffFigures = (await staff.get(`${deskCalls.getFigures.path}?days=30`)).json
  const today = dayIn('Europe/London', site.deps.now())
  expect(figures.bookings.map(({ day }) => day)).toEqual(Array.from({ length: 30 }, (_, index) => addDays(today, index - 29)))
  expect(figures.bookings.at(-1)).toEqual({ day: today, tours: 2, vehicles: 1 })
  expect(figures.bookings[0]).toEqual({ day: addDays(today, -29), tours: 0, vehicles: 0 })
  expect(figures.money.map(({ currency, days }) => [currency, days.length, days.at(-1)])).toEqual([
    ['inr', 30, { day: today, received: '34800.00', returned: '0.00' }],
    ['usd', 30, { day: today, received: '3270.00', returned: '1090.00' }],
  ])
  expect((await staff.get(`${deskCalls.getFigures.path}?days=90`)).json.bookings).toHaveLength(90)
  expect((await staff.get(`${deskCalls.getFigures.path}?days=365`)).status).toBe(400)
})

test('what is noted of a quarter of an hour is added up, and the sums stay what they were', async () => {
  const { db } = site.deps
  await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const today = dayIn('Europe/London', site.deps.now())
  const span = { from: addDays(today, -1), to: today, timeZone: 'Europe/London' }
  const before = await sumFigures(db, span)
  await Promise.all([addUpSales(db), addUpSales(db)])
  expect(await sumFigures(db, span)).toEqual(before)
  const rows = await db.selectFrom('sales_sums').select(['quarter', 'currency']).execute()
  expect(new Set(rows.map(({ quarter, currency }) => `${quarter.toISOString()} ${currency}`)).size).toBe(rows.length)
})

test('a day is the agency’s, also where its clock is half an hour off, and when clocks change', async () => {
  const day = nextDay()
  await bookAndPay(site, await createBuyer(site), 1, day)
  const booked = async (at: string, timeZone: string) => {
    await site.deps.db
      .updateTable('bookings')
      .set({ confirmed_at: new Date(at) })
      .where('starts_on', '=', day)
      .execute()
    const from = at.slice(0, 10)
    const { bookings } = await sumFigures(site.deps.db, { from, to: addDays(from, 1), timeZone })
    return bookings.map(({ tours }) => tours)
  }
  // Midnight in India is half past six in the evening in London.
  expect(await booked('2026-03-04T18:30:00Z', 'Asia/Kolkata')).toEqual([0, 1])
  expect(await booked('2026-03-04T18:15:00Z', 'Asia/Kolkata')).toEqual([1, 0])
  expect(await booked('2026-03-04T18:30:00Z', 'Europe/London')).toEqual([1, 0])
  // 25 October 2026 has 25 hours in Berlin.
  expect(await booked('2026-10-25T22:45:00Z', 'Europe/Berlin')).toEqual([1, 0])
  expect(await booked('2026-10-25T23:00:00Z', 'Europe/Berlin')).toEqual([0, 1])
})

test('what is given back in any way counts once: failed and so not, paid another way, and by hand what was paid in cash', async () => {
  const manager = await createStaff(site, 'manager')
  const today = async () => {
    const { money }: StaffFigures = (await manager.get(deskCalls.getFigures.path)).json
    const { received, returned } = money.find(({ currency }) => currency === 'usd')?.days.at(-1) ?? {}
    return { received: Number(received), returned: Number(returned) }
  }
  const before = await today()
  const since = async () => {
    const { received, returned } = await today()
    return { received: received - before.received, returned: returned - before.returned }
  }
  const openTask = async (day: string) =>
    site.deps.db
      .selectFrom('tasks')
      .innerJoin('bookings', 'bookings.id', 'booking_id')
      .select('tasks.id')
      .where('starts_on', '=', day)
      .where('closed_at', 'is', null)
      .executeTakeFirstOrThrow()
  const { day } = await bookedWithFailedRefund(site)
  expect(await since()).toEqual({ received: 2180, returned: 0 })
  expect((await manager.post(pathOf(taskSteps.settle, { id: (await openTask(day)).id }), { reference: 'Transfer 4711' })).status).toBe(200)
  expect(await since()).toEqual({ received: 2180, returned: 2180 })
  const cashDay = nextDay()
  const { bookingId, customer } = await reserve(site, manager, cashDay, { payBy: 'cash' })
  await payOffline(manager, bookingId, { method: 'cash' })
  expect((await customer.post(cancellationCalls.cancelOwnBooking.path, { bookingId })).status).toBe(200)
  expect(await since()).toEqual({ received: 3270, returned: 2180 })
  expect((await manager.post(pathOf(taskSteps.payBack, { id: (await openTask(cashDay)).id }), { reference: 'Receipt 12' })).status).toBe(
    200,
  )
  expect(await since()).toEqual({ received: 3270, returned: 3270 })
})
