import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession } from '#shared/payments/calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import {
  bookAndPay,
  bookingsOn,
  createBuyer,
  createBuyers,
  loseHolds,
  nextDay,
  paymentsOn,
  refundsOn,
  seatsTaken,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { postEvent } from '../../../../tests/support/provider-events.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'

const COMPLETED = 'checkout.session.completed'
const site = await openPaymentSite()

/** Books and pays, and nobody hears of it until the seats have been given up. Returns the session. */
async function payUnheard(buyer: Browser, guests: number, day: string): Promise<string> {
  const session = await buyer.openCheckout(TOUR, guests, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await loseHolds(site)
  await site.cards.tell('webhooks')
  return session
}

/** What the customer was told of payments that go back. */
async function returnsTold(buyer: Browser) {
  const rows = await site.deps.db
    .selectFrom('mails')
    .select('data')
    .where('recipient', '=', buyer.email)
    .where('template', '=', 'payment-returned')
    .execute()
  return rows.map(({ data }) => data)
}

test('the page of another group size, paid all the same, goes back in full on its own payment', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const first = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.pay(await buyer.openCheckout(TOUR, 3, day))
  await site.cards.pay(first, { force: true })
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired', 'confirmed'])
  const [kept, duplicate] = await paymentsOn(site, day)
  expect([kept?.role, duplicate?.role]).toEqual(['primary', 'duplicate'])
  expect(await refundsOn(site, day)).toMatchObject([
    { payment_id: duplicate?.id, amount_cents: 218_000, cause: 'duplicate', state: 'succeeded' },
  ])
  expect(await seatsTaken(site, day)).toBe(3)
  expect((await buyer.get(pathOf(getCheckoutSession, { id: first }))).json.session).toMatchObject({
    payment_status: 'refunded',
    booking: { status: 'expired', isPaidTwice: true },
  })
})

test('a customer who books again during an outage is charged once: the payment found later goes back', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await payUnheard(buyer, 2, day)
  const again = await bookAndPay(site, buyer, 2, day)
  expect(await postEvent(site, COMPLETED, session)).toBe(200)
  expect((await buyer.bookings()).map(({ reference, status }) => [reference, status])).toEqual([[again.reference, 'confirmed']])
  expect((await refundsOn(site, day)).map(({ cause, state }) => [cause, state])).toEqual([['duplicate', 'succeeded']])
  expect(await returnsTold(buyer)).toMatchObject([{ role: 'duplicate', keptReference: again.reference }])
})

test('who has booked again and cancelled that too does not get the first booking back, but the money', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await payUnheard(buyer, 2, day)
  const again = await bookAndPay(site, buyer, 2, day)
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: again.id })
  expect(await postEvent(site, COMPLETED, session)).toBe(200)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired', 'cancelled'])
  expect((await refundsOn(site, day)).map(({ cause, state }) => [cause, state])).toEqual([
    ['cancellation', 'succeeded'],
    ['duplicate', 'succeeded'],
  ])
})

test('the earlier payment is heard of first: then the second one is the duplicate, and its seats are free', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await payUnheard(buyer, 2, day)
  const second = await buyer.openCheckout(TOUR, 3, day)
  expect(await postEvent(site, COMPLETED, session)).toBe(200)
  await site.cards.pay(second)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['confirmed', 'expired'])
  expect(await seatsTaken(site, day)).toBe(2)
})

test('two bookings that were both meant are both kept: the second was begun after the first was confirmed', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await bookAndPay(site, buyer, 2, day)
  await site.cards.pay(await buyer.openCheckout(TOUR, 3, day))
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
  expect(await refundsOn(site, day)).toEqual([])
  const other = nextDay()
  await bookAndPay(site, buyer, 1, other)
  const late = await payUnheard(buyer, 2, other)
  expect(await postEvent(site, COMPLETED, late)).toBe(200)
  expect((await bookingsOn(site, other)).map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
})

test('another person’s booking, and one of another day, make no duplicate', async () => {
  const [buyer, other] = await createBuyers(site, 2)
  if (!buyer || !other) throw new Error('no buyers')
  const day = nextDay()
  const session = await payUnheard(buyer, 2, day)
  await bookAndPay(site, other, 2, day)
  await bookAndPay(site, buyer, 2, nextDay())
  expect(await postEvent(site, COMPLETED, session)).toBe(200)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
})

test(
  'both payments heard of at the same instant make one booking and one refund',
  async () => {
    const ROUNDS = 50
    const trips = (await createBuyers(site, ROUNDS)).map((buyer) => ({ buyer, day: nextDay(), sessions: [''] }))
    await site.cards.tell('webhooks', { drop: true })
    for (const trip of trips) trip.sessions = [await trip.buyer.openCheckout(TOUR, 2, trip.day)]
    for (const { sessions } of trips) await site.cards.pay(sessions[0] ?? '')
    await loseHolds(site)
    await repeat(ROUNDS, async ({ number, jitter }) => {
      const { buyer, day, sessions } = trips[number] ?? { buyer: await createBuyer(site), day: nextDay(), sessions: [] }
      const second = await buyer.openCheckout(TOUR, 3, day)
      await site.cards.pay(second)
      const heard = [...sessions, second].map(async (session) => jitter(4).then(async () => postEvent(site, COMPLETED, session)))
      expect(await Promise.all(heard)).toEqual([200, 200])
      expect((await bookingsOn(site, day)).map(({ status }) => status).toSorted()).toEqual(['confirmed', 'expired'])
      expect((await paymentsOn(site, day)).map(({ role }) => role).toSorted()).toEqual(['duplicate', 'primary'])
      expect((await refundsOn(site, day)).map(({ cause, state }) => [cause, state])).toEqual([['duplicate', 'succeeded']])
    })
  },
  MANY_ROUNDS_MS,
)
