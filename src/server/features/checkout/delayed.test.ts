import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { getCheckoutSession } from '#shared/payments/calls.ts'
import { continuePayment, releaseSeats } from '#shared/payments/checkout-calls.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookingsOn, createBuyer, mailsTo, nextDay, passTime, seatsTaken, tasksOn, TOUR } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite({ settles: true })

/** Books and pays by a method whose money comes later. */
async function payLater(buyer: Browser, day: string): Promise<string> {
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.pay(session, { delayed: true })
  return session
}

/** Two hours later, long after the hold would have ended. */
async function wait(): Promise<void> {
  await passTime(site, 2 * 60 * 60)
  await reconcile(site.deps, site.app.log, 0)
}

async function stateOf(day: string) {
  return { status: (await bookingsOn(site, day)).map(({ status }) => status).join(), seats: await seatsTaken(site, day) }
}

test.each(['by the event', 'by the job'])('money that comes later confirms, %s; until then the seats are held', async (how) => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await payLater(buyer, day)
  await wait()
  expect(await stateOf(day)).toEqual({ status: 'pending', seats: 2 })
  expect(await tasksOn(site, day)).toMatchObject([{ kind: 'unpaid_session', outcome: null }])
  await site.cards.tell('webhooks', { drop: how === 'by the job' })
  await site.cards.tell('settle', { session, outcome: 'succeeded' })
  await site.cards.tell('drain')
  if (how === 'by the job') await reconcile(site.deps, site.app.log, 0)
  expect(await stateOf(day)).toEqual({ status: 'confirmed', seats: 2 })
  expect(await tasksOn(site, day)).toMatchObject([{ outcome: expect.stringContaining('reported it as paid') }])
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
})

test.each(['by the event', 'by the job'])('money that does not come frees the seats, %s', async (how) => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await payLater(buyer, day)
  await wait()
  await site.cards.tell('webhooks', { drop: how === 'by the job' })
  await site.cards.tell('settle', { session, outcome: 'failed' })
  await site.cards.tell('drain')
  if (how === 'by the job') await reconcile(site.deps, site.app.log, 0)
  expect(await stateOf(day)).toEqual({ status: 'expired', seats: 0 })
  expect(await tasksOn(site, day)).toMatchObject([{ outcome: expect.stringContaining('nothing was paid') }])
})

test('a provider that cannot be asked does not free seats whose money is known to be on its way', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await payLater(buyer, day)
  await site.cards.tell('faults', { route: '*', kind: '429', count: 10_000 })
  await wait()
  await site.cards.tell('faults/clear')
  expect(await stateOf(day)).toEqual({ status: 'pending', seats: 2 })
  await site.cards.tell('settle', { session, outcome: 'succeeded' })
  await site.cards.tell('drain')
  expect(await stateOf(day)).toEqual({ status: 'confirmed', seats: 2 })
})

test('meanwhile Release seats, Continue payment and Book say that the money is on its way', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await payLater(buyer, day)
  const [booking] = await buyer.bookings()
  expect(booking).toMatchObject({ status: 'pending', holdExpiresAt: null, isPaymentUnderReview: true })
  const id = booking?.id ?? ''
  const answers = [
    await buyer.post(pathOf(releaseSeats, { id })),
    await buyer.post(pathOf(continuePayment, { id })),
    await buyer.checkout(TOUR, 2, day),
  ]
  for (const { json } of answers) expect(json).toMatchObject({ statusCode: 409, message: expect.stringContaining('on its way') })
  expect(await stateOf(day)).toEqual({ status: 'pending', seats: 2 })
  await site.cards.tell('settle', { session, outcome: 'failed' })
  await site.cards.tell('drain')
})

test('the payment result tells money on its way from money that did not come', async () => {
  const buyer = await createBuyer(site)
  const session = await payLater(buyer, nextDay())
  const result = async () => (await buyer.get(pathOf(getCheckoutSession, { id: session }))).json.session
  expect(await result()).toMatchObject({ payment_status: 'under review', booking: { status: 'pending', tourId: TOUR } })
  await site.cards.tell('settle', { session, outcome: 'failed' })
  await site.cards.tell('drain')
  expect(await result()).toMatchObject({ payment_status: 'unpaid', booking: { status: 'expired' } })
})
