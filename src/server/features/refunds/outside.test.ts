import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { bookAndPay, createBuyer, inDays, mailsTo, nextDay, refundsOn, tasksOn } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { requestRefund } from './requests.ts'
import { sendRefund } from './sending.ts'

const site = await openPaymentSite()

/** A paid booking of which so much was given back in the provider's dashboard, one after the other; we have not heard of it. */
async function refundedOutside(day: string, ...amounts: number[]) {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, day)
  await site.cards.tell('webhooks', { hold: true })
  for (const amount of amounts) await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount })
  return { buyer, booking, day }
}

/** What was refunded, the largest first, once everybody has heard of everything. */
async function refundsAtLast(day: string) {
  await reconcile(site.deps, site.app.log, 0)
  await site.cards.tell('release')
  await site.cards.tell('drain')
  const rows = await refundsOn(site, day)
  return rows
    .map(({ amount_cents, cause, state }) => [amount_cents, cause, state])
    .toSorted((one, other) => Number(other[0]) - Number(one[0]))
}

test('a part given back outside that we had not heard of is booked, and the rest of what was promised goes back', async () => {
  const { buyer, booking, day } = await refundedOutside(nextDay(), 50_000)
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })).status).toBe(200)
  expect(await refundsAtLast(day)).toEqual([
    [168_000, 'cancellation', 'succeeded'],
    [50_000, 'external', 'succeeded'],
  ])
  expect((await buyer.bookings())[0]?.refund).toEqual({ amount: '2180.00', state: 'succeeded' })
  expect(await tasksOn(site, day)).toMatchObject([{ kind: 'external_refund' }])
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'booking-cancelled'])
})

test('two parts given back outside leave only their rest', async () => {
  const { buyer, booking, day } = await refundedOutside(nextDay(), 50_000, 60_000)
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect(await refundsAtLast(day)).toEqual([
    [108_000, 'cancellation', 'succeeded'],
    [60_000, 'external', 'succeeded'],
    [50_000, 'external', 'succeeded'],
  ])
})

test('two parts given back outside that are all of it leave nothing to refund', async () => {
  const { buyer, booking, day } = await refundedOutside(nextDay(), 50_000, 168_000)
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  expect(await refundsAtLast(day)).toEqual([
    [168_000, 'cancellation', 'succeeded'],
    [50_000, 'external', 'succeeded'],
  ])
  expect((await tasksOn(site, day)).map(({ kind }) => kind)).toEqual(['external_refund'])
})

test('half of it promised, more than half of it given back outside: never more goes back than was paid', async () => {
  const { buyer, booking, day } = await refundedOutside(inDays(site, 9), 150_000)
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })).json.refund.amount).toBe('680.00')
  expect(await refundsAtLast(day)).toEqual([
    [150_000, 'external', 'succeeded'],
    [68_000, 'cancellation', 'succeeded'],
  ])
})

test('half of it promised, and less given back outside: all that was promised goes back', async () => {
  const { buyer, booking, day } = await refundedOutside(inDays(site, 10), 50_000)
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })).json.refund.amount).toBe('1090.00')
  expect(await refundsAtLast(day)).toEqual([
    [109_000, 'cancellation', 'succeeded'],
    [50_000, 'external', 'succeeded'],
  ])
})

test('an outside refund that is booked while ours is still to be sent stands in its place', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  await site.cards.tell('faults', { route: 'POST /v1/refunds', kind: 'html_502', count: 3 })
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })).json.refund.state).toBe('requested')
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid })
  await site.cards.tell('drain')
  await reconcile(site.deps, site.app.log, 0)
  const [ours, outside] = await refundsOn(site, booking.travelDate)
  expect(ours).toMatchObject({ state: 'canceled', failure_reason: 'refunded_outside' })
  expect(outside).toMatchObject({ state: 'succeeded', cause: 'external', replaces: ours?.id })
  expect((await buyer.bookings())[0]?.refund).toEqual({ amount: '2180.00', state: 'succeeded' })
  expect((await tasksOn(site, booking.travelDate)).map(({ kind }) => kind)).toEqual(['external_refund'])
})

test('a refund of ours whose response was lost is not taken for one made outside', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 1, nextDay())
  const { db } = site.deps
  const { id: paymentId } = await db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', booking.stripeid ?? '')
    .executeTakeFirstOrThrow()
  const ask = async (amountCents: number) =>
    db.transaction().execute((trx) => requestRefund(site.deps, trx, { paymentId, amountCents, currency: 'usd', cause: 'cancellation' }))
  const [first, second] = [await ask(60_000), await ask(49_000)]
  await site.cards.tell('webhooks', { hold: true })
  await site.cards.tell('faults', { route: 'POST /v1/refunds', kind: 'reset_after', count: 3 })
  await expect(sendRefund(site.deps, first)).rejects.toThrow()
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 9000 })
  await sendRefund(site.deps, second)
  expect(await refundsAtLast(booking.travelDate)).toEqual([
    [60_000, 'cancellation', 'succeeded'],
    [40_000, 'cancellation', 'succeeded'],
    [9000, 'external', 'succeeded'],
  ])
})

test('one made outside that a dispute overtakes has failed: its end sends nothing, and no other refund stands in for it', async () => {
  const [buyer, day] = [await createBuyer(site), nextDay()]
  const booking = await bookAndPay(site, buyer, 2, day)
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 20_000 })
  await site.cards.tell('balance', { empty: 'pends' })
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 50_000 })
  await site.cards.tell('drain')
  await site.cards.tell('dispute', { payment_intent: booking.stripeid, outcome: 'opened', amount: 30_000 })
  await site.cards.tell('balance')
  await site.cards.tell('drain')
  await site.cards.tell('dispute', { payment_intent: booking.stripeid, outcome: 'won' })
  await site.cards.tell('drain')
  const rows = (await refundsOn(site, day)).map(({ amount_cents, state, replaces }) => ({ amount_cents, state, replaces }))
  expect(rows).toHaveLength(2)
  expect(rows).toContainEqual({ amount_cents: 20_000, state: 'succeeded', replaces: null })
  expect(rows).toContainEqual({ amount_cents: 50_000, state: 'failed', replaces: null })
})
