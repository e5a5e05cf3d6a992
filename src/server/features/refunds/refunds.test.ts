import { expect, test } from 'vitest'
import type { TourBooking } from '#shared/bookings/public.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { releaseSeats } from '#shared/payments/checkout-calls.ts'
import { createSandboxCards } from '#server/features/payments/provider/stripe.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import {
  bookAndPay,
  bookingsOn,
  createBuyer,
  createBuyers,
  inDays,
  mailsTo,
  nextDay,
  passTime,
  refundsOn,
  seatsTaken,
  TOUR,
} from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { providerClient } from '../../../../tests/support/provider-client.ts'
import { MANY_ROUNDS_MS, repeat } from '../../../../tests/support/repeat.ts'
import { WEBHOOK_SECRET } from '../../../../tests/support/test-app.ts'
import { requestRefund } from './requests.ts'
import { sendRefund } from './sending.ts'

const CREATE = 'POST /v1/refunds'
const site = await openPaymentSite()

async function cancel(buyer: Browser, booking: TourBooking, reason?: string) {
  return buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id, stripeId: booking.stripeid, reason })
}

async function paymentOf({ stripeid }: TourBooking) {
  const query = site.deps.db.selectFrom('payments').selectAll()
  return query.where('provider_payment_id', '=', stripeid ?? '').executeTakeFirstOrThrow()
}

/** What the provider has given back of a booking. Half a refund would be made twice by a second call, a whole one could not. */
async function refundsAtProvider(booking: TourBooking): Promise<{ id: string; amount: number; status: string }[]> {
  const { payments } = await site.cards.state()
  return payments.find((each: { payment_intent: string }) => each.payment_intent === booking.stripeid).refunds
}

test('a refund whose answer is slow and repeated by the client is made once', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  const patient = site.deps.cards
  const port = Number(new URL(site.cards.url).port)
  site.deps.cards = createSandboxCards(() => port, WEBHOOK_SECRET, { timeout: 400 })
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('faults', { route: CREATE, kind: 'timeout_after' })
  const answer = await cancel(buyer, booking)
  site.deps.cards = patient
  expect(answer.json.refund).toEqual({ amount: '2180.00', currency: 'usd', state: 'succeeded' })
  expect(await refundsAtProvider(booking)).toHaveLength(1)
})

test('a refund of which every answer was lost is found again under its key, not made twice', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, inDays(site, 9))
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('faults', { route: CREATE, kind: 'reset_after', count: 3 })
  expect((await cancel(buyer, booking)).json.refund.state).toBe('requested')
  await reconcile(site.deps, site.app.log, 0)
  expect((await buyer.bookings())[0]).toMatchObject({ status: 'cancelled', refund: { amount: '1090.00', state: 'succeeded' } })
  expect(await refundsAtProvider(booking)).toHaveLength(1)
})

test('a refund whose key is too old is looked up before it is made', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, inDays(site, 11))
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('faults', { route: CREATE, kind: 'reset_after', count: 3 })
  await cancel(buyer, booking)
  await passTime(site, 25 * 60 * 60)
  await reconcile(site.deps, site.app.log, 0)
  expect(await refundsAtProvider(booking)).toHaveLength(1)
  expect((await refundsOn(site, booking.travelDate))[0]?.state).toBe('succeeded')
})

test('a refund that was made but could not be noted is noted later, and made once', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, inDays(site, 12))
  await site.cards.tell('webhooks', { drop: true })
  await site.asOwner(`create sequence failed_notes`)
  await site.asOwner(`create function fail_first_note() returns trigger language plpgsql security definer as
    $$ begin if nextval('failed_notes') = 1 then raise exception 'commit refused by the test'; end if; return null; end $$`)
  await site.asOwner(`create constraint trigger fail_first_note after update on refunds
    deferrable initially deferred for each row when (new.provider_refund_id is not null) execute function fail_first_note()`)
  expect((await cancel(buyer, booking)).json.refund.state).toBe('requested')
  await reconcile(site.deps, site.app.log, 0)
  await site.asOwner(`drop trigger fail_first_note on refunds`)
  expect((await refundsOn(site, booking.travelDate)).map(({ state }) => state)).toEqual(['succeeded'])
  expect(await refundsAtProvider(booking)).toHaveLength(1)
})

test(
  'the same cancellation twice at the same instant refunds once',
  async () => {
    const buyers = await createBuyers(site, 50)
    await repeat(50, async ({ number, jitter }) => {
      const buyer = buyers[number] ?? (await createBuyer(site))
      const booking = await bookAndPay(site, buyer, 2, nextDay())
      const send = async () => jitter(4).then(async () => cancel(buyer, booking))
      const answers = await Promise.all([send(), send()])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect(answers.map(({ json }) => json.refund.amount)).toEqual(['2180.00', '2180.00'])
      expect(await refundsOn(site, booking.travelDate)).toHaveLength(1)
      expect(await refundsAtProvider(booking)).toHaveLength(1)
      expect(await seatsTaken(site, booking.travelDate)).toBe(0)
      expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'booking-cancelled'])
    })
  },
  MANY_ROUNDS_MS,
)

test('an event that is faster than the answer finds the row by its id in the metadata', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  await site.cards.tell('faults', { route: CREATE, kind: 'reset_after', count: 3 })
  await cancel(buyer, booking)
  await site.cards.tell('drain')
  expect((await refundsOn(site, booking.travelDate)).map(({ state, cause }) => [state, cause])).toEqual([['succeeded', 'cancellation']])
})

test('a cancellation after a part was given back returns only the rest', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 50_000 })
  await site.cards.tell('drain')
  expect((await cancel(buyer, booking)).json.refund.amount).toBe('1680.00')
  expect((await refundsAtProvider(booking)).map(({ amount }) => amount).sort()).toEqual([168_000, 50_000])
})

test('two equal partial refunds that are both wanted are both made', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  const { db } = site.deps
  const payment = await paymentOf(booking)
  const half = { paymentId: payment.id, amountCents: 10_000, currency: payment.currency, cause: 'cancellation' } as const
  for (let time = 0; time < 2; time++) {
    await sendRefund(site.deps, await db.transaction().execute((trx) => requestRefund(site.deps, trx, half)))
  }
  expect((await refundsAtProvider(booking)).map(({ amount }) => amount)).toEqual([10_000, 10_000])
})

test('more than was paid cannot even be asked for', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, nextDay())
  const { db } = site.deps
  const payment = await paymentOf(booking)
  const most = { paymentId: payment.id, amountCents: 60_000, currency: payment.currency, cause: 'cancellation' } as const
  await sendRefund(site.deps, await db.transaction().execute((trx) => requestRefund(site.deps, trx, most)))
  await expect(db.transaction().execute((trx) => requestRefund(site.deps, trx, most))).rejects.toThrow('payments_never_over_refunded')
})

test('a cancellation with somebody else’s booking or another payment refunds nothing', async () => {
  const [buyer, other] = await createBuyers(site, 2)
  if (!buyer || !other) throw new Error('no buyers')
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  const strange = await bookAndPay(site, other, 1, nextDay())
  expect((await cancel(other, booking)).status).toBe(404)
  const swapped = await cancel(buyer, { ...booking, stripeid: strange.stripeid })
  expect(swapped.json).toMatchObject({ statusCode: 409, code: 'stripe_id_mismatch' })
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: 'no such id' })).status).toBe(404)
  expect((await other.get(pathOf(cancellationCalls.previewRefund, { id: booking.id }))).status).toBe(404)
  expect((await bookingsOn(site, booking.travelDate))[0]?.status).toBe('confirmed')
  expect(await refundsAtProvider(booking)).toEqual([])
  expect(await refundsAtProvider(strange)).toEqual([])
})

test('a reason of any text is kept with us and never sent as the reason of the card service', async () => {
  const buyer = await createBuyer(site)
  for (const reason of ['fraudulent', 'x'.repeat(5000)]) {
    const booking = await bookAndPay(site, buyer, 1, nextDay())
    expect((await cancel(buyer, booking, reason)).status).toBe(200)
    expect((await bookingsOn(site, booking.travelDate))[0]?.cancel_reason).toBe(reason)
    const [refund] = await refundsAtProvider(booking)
    expect((await providerClient(site).refunds.retrieve(refund?.id ?? '')).reason).toBeNull()
  }
})

test('a cancellation without a reason says so', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, nextDay())
  expect((await cancel(buyer, booking, 'x'.repeat(5001))).status).toBe(400)
  expect((await cancel(buyer, booking, '  ')).status).toBe(200)
  expect((await bookingsOn(site, booking.travelDate))[0]?.cancel_reason).toBe('No reason provided')
})

test(
  'a cancellation while the payment is arriving never leaves the money nowhere',
  async () => {
    const buyers = await createBuyers(site, 50)
    await repeat(50, async ({ number, jitter }) => {
      const buyer = buyers[number] ?? (await createBuyer(site))
      const day = nextDay()
      const session = await buyer.openCheckout(TOUR, 2, day)
      const id = (await buyer.bookings())[0]?.id ?? ''
      const [, cancelled, released] = await Promise.all([
        jitter(8).then(async () => site.cards.pay(session, { wait: true })),
        jitter(16).then(async () => buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })),
        jitter(16).then(async () => buyer.post(pathOf(releaseSeats, { id }))),
      ])
      expect([200, 409]).toContain(cancelled.status)
      expect([200, 409]).toContain(released.status)
      await site.cards.tell('drain')
      const [booking] = await bookingsOn(site, day)
      const given = (await refundsOn(site, day)).map(({ amount_cents, state }) => [amount_cents, state])
      expect(given).toEqual(booking?.status === 'cancelled' ? [[218_000, 'succeeded']] : [])
      expect(await seatsTaken(site, day)).toBe(booking?.status === 'confirmed' ? 2 : 0)
    })
  },
  MANY_ROUNDS_MS,
)

test.each(['html_502', 'bare_404'])('a foreign answer (%s) to a refund never counts as one', async (kind) => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  await site.cards.tell('faults', { route: CREATE, kind, count: 3 })
  expect((await cancel(buyer, booking)).json.refund.state).toBe('requested')
  expect(await refundsAtProvider(booking)).toEqual([])
  await site.cards.tell('faults/clear')
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsAtProvider(booking)).map(({ amount }) => amount)).toEqual([218_000])
})
