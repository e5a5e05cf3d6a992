import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession } from '#shared/payments/calls.ts'
import { releaseSeats } from '#shared/payments/checkout-calls.ts'
import { createSandboxCards } from '#server/features/payments/provider/stripe.ts'
import {
  bookAndPay,
  bookingsOn,
  createBuyer,
  mailsTo,
  nextDay,
  passTime,
  refundsOn,
  seatsTaken,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { WEBHOOK_SECRET } from '../../../../tests/support/test-app.ts'
import { reconcile } from './sweep.ts'

const site = await openPaymentSite()

/** As long as it lasts, the card service does not accept our key. */
async function withRefusedKey(work: () => Promise<void>): Promise<void> {
  const cards = site.deps.cards
  const port = Number(new URL(site.cards.url).port)
  site.deps.cards = createSandboxCards(() => port, WEBHOOK_SECRET, { key: 'sk_test_revoked' })
  await work()
  site.deps.cards = cards
}

test('an attempt whose outcome is unknown is opened again, and ends with its hold', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('faults', { route: 'POST /v1/checkout/sessions', kind: 'reset_after', count: 3 })
  await buyer.checkout(TOUR, 2, day)
  await reconcile(site.deps, site.app.log, 0)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['pending'])
  await passTime(site, 36 * 60)
  await reconcile(site.deps, site.app.log, 0)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired'])
  expect(await seatsTaken(site, day)).toBe(0)
})

test('a card service that does not answer keeps a hold for a while after its end, then the seats are free', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('faults', { route: '*', kind: '429', count: 10_000 })
  await passTime(site, 40 * 60)
  await reconcile(site.deps, site.app.log, 0)
  expect(await seatsTaken(site, day)).toBe(2)
  await passTime(site, 15 * 60)
  await reconcile(site.deps, site.app.log, 0)
  expect(await seatsTaken(site, day)).toBe(0)
  await site.cards.tell('faults/clear')
  expect((await buyer.get(pathOf(getCheckoutSession, { id: session }))).json.session.payment_status).toBe('unpaid')
})

test('a server error that is repeated for the key, while nothing can be looked up, ends with a look-up later', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  await site.cards.tell('faults', { route: 'POST /v1/checkout/sessions', kind: '500', saved: true })
  await site.cards.tell('faults', { route: 'GET /v1/checkout/sessions', kind: '429', count: 2 })
  expect((await buyer.checkout(TOUR, 2, day)).status).toBe(502)
  await reconcile(site.deps, site.app.log, 0)
  expect(await seatsTaken(site, day), 'nobody knows whether there is a session').toBe(2)
  await reconcile(site.deps, site.app.log, 0)
  expect(await seatsTaken(site, day)).toBe(0)
  expect((await buyer.checkout(TOUR, 2, day)).status).toBe(200)
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['expired', 'pending'])
})

test('a key that is not accepted frees no seats that may be paid for, and spoils no refund', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, nextDay())
  const day = nextDay()
  await site.cards.tell('faults', { route: 'POST /v1/checkout/sessions', kind: 'reset_after', count: 3 })
  await buyer.checkout(TOUR, 2, day)
  await withRefusedKey(async () => {
    const answer = await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
    expect(answer.json.refund.state).toBe('requested')
    const pending = (await buyer.bookings()).find(({ travelDate }) => travelDate === day)
    expect((await buyer.post(pathOf(releaseSeats, { id: pending?.id ?? '' }))).status).toBe(502)
    await reconcile(site.deps, site.app.log, 0)
    expect(await seatsTaken(site, day)).toBe(2)
  })
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, booking.travelDate)).map(({ state }) => state)).toEqual(['succeeded'])
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'booking-cancelled'])
})

test('several reconcile jobs at once do what one would', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await Promise.all([1, 2, 3, 4].map(async () => reconcile(site.deps, site.app.log, 0)))
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['confirmed'])
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
})
