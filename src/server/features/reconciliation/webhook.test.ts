import { deliverEvent } from '#shared/payments/calls.ts'
import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  bookAndPay,
  bookingsOn,
  createBuyer,
  createBuyers,
  mailsTo,
  nextDay,
  passTime,
  paymentsOn,
  refundsOn,
  standingsOn,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { postEvent, type EventOptions } from '../../../../tests/support/provider-events.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'
import { WEBHOOK_SECRET } from '../../../../tests/support/test-app.ts'
import { createStripeCards } from '#server/features/payments/provider/stripe.ts'
import { reconcile } from './sweep.ts'

const COMPLETED = 'checkout.session.completed'
const site = await openPaymentSite({ settles: true })

/** A session that has been paid and of which we have not heard. */
async function paidUnheard(): Promise<{ session: string; day: string; email: string }> {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  await site.cards.tell('webhooks')
  return { session, day, email: buyer.email }
}

async function status(day: string): Promise<string | undefined> {
  return (await bookingsOn(site, day))[0]?.status
}

async function storedEvents() {
  return site.deps.db.selectFrom('provider_events').selectAll().orderBy('received_at').execute()
}

test('the same event twice, one after the other, is taken both times and acts once', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { duplicate: 2, sequential: true })
  await site.cards.pay(session)
  await site.cards.tell('drain')
  const { events } = await site.cards.state()
  const event = events.find(({ type }: { type: string }) => type === COMPLETED)
  expect(event.pending_webhooks).toBe(0)
  const before = await bookingsOn(site, day)
  expect(await postEvent(site, COMPLETED, session, { id: event.id })).toBe(200)
  expect(await bookingsOn(site, day)).toEqual(before)
  expect(await paymentsOn(site, day)).toHaveLength(1)
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
})

test(
  'the same event three times at the same instant makes one payment',
  async () => {
    const buyers = await createBuyers(site, 50)
    await site.cards.tell('webhooks', { drop: true })
    await repeat(50, async ({ number, jitter }) => {
      const buyer = buyers[number] ?? (await createBuyer(site))
      const day = nextDay()
      const session = await buyer.openCheckout(TOUR, 1, day)
      await site.cards.pay(session)
      const id = `evt_${randomUUID()}`
      const send = async () => jitter(3).then(async () => postEvent(site, COMPLETED, session, { id }))
      expect(await Promise.all([send(), send(), send()])).toEqual([200, 200, 200])
      expect(await paymentsOn(site, day)).toHaveLength(1)
      expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed'])
    })
  },
  MANY_ROUNDS_MS,
)

test('an event that could not be stored is refused, and the retry of the provider confirms the booking', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.asOwner(`alter table provider_events rename to provider_events_away`)
  await site.cards.pay(session, { wait: false })
  await site.cards.tell('drain')
  await site.asOwner(`alter table provider_events_away rename to provider_events`)
  expect(await status(day)).toBe('pending')
  await passTime(site, 2)
  await site.cards.tell('drain')
  expect(await status(day)).toBe('confirmed')
})

test('an event that was stored but not carried out is carried out when it comes again', async () => {
  const { session, day } = await paidUnheard()
  const id = `evt_${randomUUID()}`
  await site.cards.tell('faults', { route: 'GET /v1/checkout/sessions/:id', kind: '429' })
  expect(await postEvent(site, COMPLETED, session, { id })).toBe(200)
  expect(await status(day)).toBe('pending')
  expect(await postEvent(site, COMPLETED, session, { id })).toBe(200)
  expect(await status(day)).toBe('confirmed')
})

test('an event that was stored but not carried out is carried out by the reconcile job', async () => {
  const { session, day } = await paidUnheard()
  await site.deps.db
    .updateTable('payment_attempts')
    .set({ checked_at: new Date('2099-01-01') })
    .where('session_id', '=', session)
    .execute()
  await site.cards.tell('faults', { route: 'GET /v1/checkout/sessions/:id', kind: '429' })
  await postEvent(site, COMPLETED, session)
  await reconcile(site.deps, site.app.log, 0)
  expect(await status(day)).toBe('confirmed')
})

const forgeries: [string, EventOptions][] = [
  ['signed with another secret', { secret: 'whsec_of_somebody_else' }],
  ['changed after signing', { tampered: (payload) => payload.replace('"livemode":false', '"livemode":true') }],
  ['with a blank after signing', { tampered: (payload) => `${payload} ` }],
  ['that is empty', { tampered: () => '' }],
]
test.each(forgeries)('an event %s is refused and leaves nothing behind (ASVS 16.5.3)', async (_, options) => {
  const { session, day } = await paidUnheard()
  const before = await storedEvents()
  expect(await postEvent(site, COMPLETED, session, options)).toBe(400)
  expect(await storedEvents()).toEqual(before)
  expect(await status(day)).toBe('pending')
})

test('an event without any signature is refused', async () => {
  const { session, day } = await paidUnheard()
  const answer = await site.visitor().post(deliverEvent.path, { id: 'evt_1', type: COMPLETED, data: { object: { id: session } } })
  expect(answer.json).toMatchObject({ statusCode: 400, code: 'invalid_signature' })
  expect(await status(day)).toBe('pending')
})

test('an old signed event cannot be replayed after five minutes, within them it can', async () => {
  const { session, day } = await paidUnheard()
  expect(await postEvent(site, COMPLETED, session, { ageSeconds: 310 })).toBe(400)
  expect(await status(day)).toBe('pending')
  expect(await postEvent(site, COMPLETED, session, { ageSeconds: 200 })).toBe(200)
  expect(await status(day)).toBe('confirmed')
})

test('an event signed in the future is refused like an old one; five minutes are allowed for clocks that differ', async () => {
  const { session, day } = await paidUnheard()
  const before = await storedEvents()
  for (const ageSeconds of [-3600, -310]) expect(await postEvent(site, COMPLETED, session, { ageSeconds })).toBe(400)
  expect(await storedEvents()).toEqual(before)
  expect(await status(day)).toBe('pending')
  expect(await postEvent(site, COMPLETED, session, { ageSeconds: -200 })).toBe(200)
  expect(await status(day)).toBe('confirmed')
})

test('a refund that is announced before its payment is booked with it', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { hold: true })
  const { payment_intent } = (await site.cards.pay(session, { wait: false })) as { payment_intent: string }
  await site.cards.tell('external_refund', { payment_intent, amount: 1000 })
  await site.cards.tell('release', { reverse: true })
  await site.cards.tell('drain')
  expect(await status(day)).toBe('confirmed')
  expect((await refundsOn(site, day)).map(({ amount_cents, cause }) => [amount_cents, cause])).toEqual([[1000, 'external']])
})

test('a dispute that is announced before its payment is noted on it', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { hold: true })
  await site.cards.pay(session, { card: '4000000000000259', wait: false })
  await site.cards.tell('release', { reverse: true })
  await site.cards.tell('drain')
  expect(await standingsOn(site, day)).toEqual(['open'])
})

test('an end of the session that is announced after its payment does not take the payment back', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.pay(session)
  expect(await postEvent(site, 'checkout.session.expired', session)).toBe(200)
  expect(await status(day)).toBe('confirmed')
})

test('events of unknown types and foreign objects are taken, change nothing and are not asked about again', async () => {
  const bookings = await site.deps.db.selectFrom('bookings').select(['id', 'status']).execute()
  for (const type of ['customer.created', COMPLETED]) {
    expect(await site.cards.tell('foreign_event', { type })).toMatchObject({ status: 200 })
  }
  for (const type of ['refund.created', 'charge.refunded', 'charge.dispute.created']) {
    expect(await postEvent(site, type, 'xx_of_somebody_else')).toBe(200)
  }
  expect(await site.deps.db.selectFrom('bookings').select(['id', 'status']).execute()).toEqual(bookings)
  expect((await storedEvents()).filter(({ processed_at }) => processed_at === null)).toEqual([])
})

test('an event of an older version, with most fields missing, works the same', async () => {
  const buyer = await createBuyer(site)
  const day = nextDay()
  const session = await buyer.openCheckout(TOUR, 2, day)
  await site.cards.tell('webhooks', { thin: true })
  await site.cards.pay(session)
  expect(await status(day)).toBe('confirmed')
})

test('while the webhook secret is changed, events signed with either are taken', async () => {
  const before = site.deps.cards
  const { verifyEvent } = createStripeCards('sk_test_of_nobody', ['whsec_the_new_one', WEBHOOK_SECRET])
  site.deps.cards = { ...before, verifyEvent }
  const first = await paidUnheard()
  const second = await paidUnheard()
  expect(await postEvent(site, COMPLETED, first.session, { secret: 'whsec_the_new_one' })).toBe(200)
  expect(await postEvent(site, COMPLETED, second.session)).toBe(200)
  site.deps.cards = before
  expect([await status(first.day), await status(second.day)]).toEqual(['confirmed', 'confirmed'])
})

/** Counts the errors that requests log from now on in this test. */
function watchErrors() {
  const { log } = site.app
  const child = log.child.bind(log)
  const error = vi.fn()
  vi.spyOn(log, 'child').mockImplementation((...args) => Object.assign(child(...args), { error }))
  onTestFinished(() => void vi.restoreAllMocks())
  return error
}

test.each([
  ['a live event on this test system', false],
  ['a test event on a live system', true],
])('%s is taken, ignored and logged as an error', async (_, isLive) => {
  const { session, day } = await paidUnheard()
  const before = await storedEvents()
  const error = watchErrors()
  const cards = site.deps.cards
  site.deps.cards = { ...cards, isLive }
  expect(await postEvent(site, COMPLETED, session, { id: 'evt_of_the_other_mode', livemode: !isLive })).toBe(200)
  site.deps.cards = cards
  expect(error.mock.calls).toEqual([[{ eventId: 'evt_of_the_other_mode' }, 'event of the other mode (test or live) ignored']])
  expect(await storedEvents()).toEqual(before)
  expect(await status(day)).toBe('pending')
})

test('a foreign answer while an event is carried out leaves the event to be tried again', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 500 })
  const { payments } = await site.cards.state()
  const refund = payments.find((each: { payment_intent: string }) => each.payment_intent === booking.stripeid).refunds[0]
  await site.cards.tell('faults', { route: 'GET /v1/refunds/:id', kind: 'bare_404', count: 3 })
  expect(await postEvent(site, 'refund.created', refund.id)).toBe(200)
  expect(await refundsOn(site, booking.travelDate)).toEqual([])
  await site.cards.tell('faults/clear')
  await reconcile(site.deps, site.app.log, 0)
  expect(await refundsOn(site, booking.travelDate)).toHaveLength(1)
})
