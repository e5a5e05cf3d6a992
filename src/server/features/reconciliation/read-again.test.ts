import { readBookingAgain } from '#shared/payments/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { expect, test } from 'vitest'
import type { Browser } from '../../../../tests/support/browser.ts'
import {
  bookAndPay,
  createBuyer,
  mailsTo,
  nextDay,
  paymentsOn,
  refundsOn,
  standingsOn,
  tasksOn,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'

const site = await openPaymentSite()
const staff = await createStaff(site)

async function readAgain(id: string, who: Browser = staff) {
  return who.post(pathOf(readBookingAgain, { id }))
}

test('a payment of which no event has come confirms its booking', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('pay', { session })
  const id = (await buyer.bookings())[0]?.id ?? ''
  const { json } = await readAgain(id)
  expect(json).toEqual({ checkouts: 1, payments: 1, refunds: 0, disputes: 0, unknown: 0 })
  expect((await buyer.bookings())[0]).toMatchObject({ status: 'confirmed' })
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
})

test('a refund and a dispute of which no event has come are booked, with their tasks, and once', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const { id, stripeid } = await bookAndPay(site, buyer, 1, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('external_refund', { payment_intent: stripeid, amount: 5000 })
  await site.cards.tell('dispute', { payment_intent: stripeid, outcome: 'opened' })
  for (const _ of [1, 2]) {
    expect((await readAgain(id)).json).toEqual({ checkouts: 1, payments: 1, refunds: 1, disputes: 1, unknown: 0 })
    expect(await refundsOn(site, day)).toMatchObject([{ amount_cents: 5000, cause: 'external', state: 'succeeded' }])
    expect(await paymentsOn(site, day)).toMatchObject([{ refund_requested_cents: 5000 }])
    expect(await standingsOn(site, day)).toEqual(['open'])
    expect((await tasksOn(site, day)).map(({ kind }) => kind).toSorted()).toEqual(['dispute_opened', 'external_refund'])
  }
})

test(
  'read at the same instant as the event arrives, a payment is recorded once',
  async () => {
    await repeat(20, async ({ jitter }) => {
      const [buyer, day] = [await createBuyer(site), nextDay()]
      const session = await buyer.openCheckout(TOUR, 1, day)
      const id = (await buyer.bookings())[0]?.id ?? ''
      const paid = jitter(10).then(async () => site.cards.pay(session))
      const read = [1, 2].map(async () => jitter(40).then(async () => readAgain(id)))
      expect((await Promise.all([...read, paid])).slice(0, 2)).toMatchObject([{ status: 200 }, { status: 200 }])
      expect(await paymentsOn(site, day)).toMatchObject([{ role: 'primary' }])
      expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
    })
  },
  MANY_ROUNDS_MS,
)

test('a card provider that does not respond changes nothing, and one that knows nothing of it is no obstacle', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const { id } = await bookAndPay(site, buyer, 1, day)
  await site.cards.tell('faults', { route: '*', kind: '500', count: 100 })
  expect((await readAgain(id)).json).toMatchObject({ statusCode: 502, code: 'payment_unavailable' })
  await site.cards.tell('faults/clear')
  const sessions = site.deps.db.updateTable('payment_attempts').where('booking_id', '=', id)
  const { session_id: session } = await site.deps.db
    .selectFrom('payment_attempts')
    .select('session_id')
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow()
  await sessions.set({ session_id: 'cs_test_of_another_account' }).execute()
  expect((await readAgain(id)).json).toEqual({ checkouts: 0, payments: 1, refunds: 0, disputes: 0, unknown: 1 })
  await sessions.set({ session_id: session }).execute()
  expect((await buyer.bookings())[0]).toMatchObject({ status: 'confirmed' })
})

test('is for all staff', async () => {
  const { id } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const people = [site.visitor(), await createBuyer(site), staff, await createStaff(site, 'manager'), await createStaff(site, 'admin')]
  const statuses: number[] = []
  for (const who of people) statuses.push((await readAgain(id, who)).status)
  expect(statuses).toEqual([401, 403, 200, 200, 200])
  for (const unknown of ['00000000-0000-4000-8000-000000000000', 'nonsense']) expect((await readAgain(unknown)).status).toBe(404)
})
