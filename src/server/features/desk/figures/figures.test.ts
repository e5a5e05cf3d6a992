import { expect, test } from 'vitest'
import { addDays, dayIn } from '#shared/dates.ts'
import { calls } from '#shared/paths.ts'
import type { StaffFigures } from '#shared/desk/figures.ts'
import { bookAndPay, createBuyer, inDays, nextDay, paymentsOn } from '../../../../../tests/support/buyers.ts'
import { approvedQuote, clickLink, createStaff } from '../../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../../tests/support/payment-site.ts'
import { addUpSales } from './commands.ts'
import { sumFigures } from './queries.ts'

const site = await openPaymentSite({ settles: true })

test('bookings and money are summed by day, each currency by itself, also days on which nothing happened', async () => {
  const staff = await createStaff(site)
  const buyer = await createBuyer(site)
  await bookAndPay(site, buyer, 2, nextDay())
  const far = await bookAndPay(site, buyer, 1, inDays(site, 100))
  await buyer.post(calls.createRefund, { bookingId: far.id, stripeId: far.stripeid, reason: 'Ill' })
  const { link } = await approvedQuote(site)
  await site.cards.pay(await clickLink(site.visitor(), link))

  const figures: StaffFigures = (await staff.get(`${calls.staffFigures}?days=30`)).json
  const today = dayIn('Europe/London', site.deps.now())
  expect(figures.bookings.map(({ day }) => day)).toEqual(Array.from({ length: 30 }, (_, index) => addDays(today, index - 29)))
  expect(figures.bookings.at(-1)).toEqual({ day: today, tours: 2, vehicles: 1 })
  expect(figures.bookings[0]).toEqual({ day: addDays(today, -29), tours: 0, vehicles: 0 })
  expect(figures.money.map(({ currency, days }) => [currency, days.length, days.at(-1)])).toEqual([
    ['inr', 30, { day: today, received: '34800.00', returned: '0.00' }],
    ['usd', 30, { day: today, received: '3270.00', returned: '1090.00' }],
  ])
  expect((await staff.get(`${calls.staffFigures}?days=90`)).json.bookings).toHaveLength(90)
  expect((await staff.get(`${calls.staffFigures}?days=365`)).status).toBe(400)
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

test('a day is the agency’s, also where its clock is half an hour off', async () => {
  const day = nextDay()
  await bookAndPay(site, await createBuyer(site), 1, day)
  const [payment] = await paymentsOn(site, day)
  // Midnight in India is half past six in the evening in London.
  await site.deps.db
    .updateTable('payments')
    .set({ paid_at: new Date('2026-03-04T18:30:00Z') })
    .where('id', '=', payment?.id ?? '')
    .execute()
  const received = async (timeZone: string) => {
    const { money } = await sumFigures(site.deps.db, { from: '2026-03-04', to: '2026-03-05', timeZone })
    return money.flatMap(({ days }) => days.map((each) => each.received))
  }
  expect(await received('Asia/Kolkata')).toEqual(['0.00', '1090.00'])
  expect(await received('Europe/London')).toEqual(['1090.00', '0.00'])
})
