import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import {
  bookAndPay,
  createBuyer,
  mailsTo,
  nextDay,
  passTime,
  refundsOn,
  tasksOn,
  tellStaffThenCustomers,
} from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { sendRefund } from './sending.ts'

const CREATE = 'POST /v1/refunds'
const site = await openPaymentSite()

/** A booking that is cancelled while the provider behaves as it has been told; half of it comes back, which a second call could double. */
async function cancelled() {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  await site.deps.db.updateTable('bookings').set({ full_refund_days: 0, partial_refund_days: 1 }).where('id', '=', booking.id).execute()
  const cancel = async () => (await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })).json.refund
  return { buyer, day: booking.travelDate, payment: booking.stripeid, cancel }
}

async function statesOf(day: string): Promise<string[]> {
  return (await refundsOn(site, day)).map(({ state }) => state)
}

async function refundsAtProvider(payment: string | null): Promise<unknown[]> {
  const { payments } = await site.cards.state()
  return payments.find((each: { payment_intent: string }) => each.payment_intent === payment).refunds
}

test('a server error that the provider keeps for the key stalls a refund for a minute, not for a day', async () => {
  const { day, payment, cancel } = await cancelled()
  await site.cards.tell('faults', { route: CREATE, kind: '500', saved: true })
  expect((await cancel()).state).toBe('requested')
  await reconcile(site.deps, site.app.log, 0)
  expect(await statesOf(day)).toEqual(['requested'])
  await passTime(site, 61)
  await reconcile(site.deps, site.app.log, 0)
  expect(await statesOf(day)).toEqual(['succeeded'])
  expect(await refundsAtProvider(payment)).toHaveLength(1)
})

test('a server error after which the refund was made all the same is no reason for a second one', async () => {
  const { day, payment, cancel } = await cancelled()
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('faults', { route: CREATE, kind: '500', saved: true, done: true })
  expect((await cancel()).state).toBe('succeeded')
  await passTime(site, 600)
  await reconcile(site.deps, site.app.log, 0)
  expect(await statesOf(day)).toEqual(['succeeded'])
  expect(await refundsAtProvider(payment)).toHaveLength(1)
})

test('a refund made under the first key is found before the second key is used', async () => {
  const { day, payment, cancel } = await cancelled()
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('faults', { route: CREATE, kind: '500', saved: true, done: true })
  // Right after the error the provider's list does not have it yet.
  const { cards } = site.deps
  const { listRefunds } = cards
  cards.listRefunds = async function* () {}
  expect((await cancel()).state).toBe('requested')
  cards.listRefunds = listRefunds
  await passTime(site, 61)
  await reconcile(site.deps, site.app.log, 0)
  expect(await statesOf(day)).toEqual(['succeeded'])
  expect(await refundsAtProvider(payment)).toHaveLength(1)
})

test('senders at once that all meet the kept error use one new key between them', async () => {
  const { day, payment, cancel } = await cancelled()
  await site.cards.tell('faults', { route: CREATE, kind: '500', saved: true })
  await cancel()
  await passTime(site, 61)
  await site.cards.tell('faults', { route: CREATE, kind: '500', saved: true })
  const id = (await refundsOn(site, day))[0]?.id ?? ''
  const sendAtOnce = async () => Promise.allSettled(Array.from({ length: 5 }, async () => sendRefund(site.deps, id)))
  await sendAtOnce()
  expect((await refundsOn(site, day))[0]?.key_version).toBe(3)
  await passTime(site, 121)
  await sendAtOnce()
  expect(await refundsAtProvider(payment)).toHaveLength(1)
})

test('a refund for which the balance is too low goes back once there is enough, and no customer reads “failed”', async () => {
  const { buyer, day, payment, cancel } = await cancelled()
  await site.cards.tell('balance', { empty: 'refuses' })
  expect((await cancel()).state).toBe('requested')
  const tries: number[] = []
  for (const seconds of [0, 61, 61, 61, 121]) {
    await passTime(site, seconds)
    await reconcile(site.deps, site.app.log, 0)
    tries.push((await refundsOn(site, day))[0]?.key_version ?? 0)
  }
  expect(tries).toEqual([2, 3, 3, 4, 4])
  expect(await tasksOn(site, day)).toMatchObject([{ kind: 'refund_failed', cause: expect.stringContaining('balance'), outcome: null }])
  await tellStaffThenCustomers(site)
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'booking-cancelled'])
  expect((await buyer.bookings())[0]?.refund).toEqual({ amount: '1090.00', state: 'requested' })
  await site.cards.tell('balance')
  await passTime(site, 6 * 60 * 60)
  await reconcile(site.deps, site.app.log, 0)
  expect(await statesOf(day)).toEqual(['succeeded'])
  expect(await refundsAtProvider(payment)).toHaveLength(1)
  expect((await tasksOn(site, day))[0]?.outcome).toBe('The card provider has accepted the refund.')
})

test('a refund that waits for money has no task left once all of its payment has gone back outside', async () => {
  const { day, payment, cancel } = await cancelled()
  await site.cards.tell('balance', { empty: 'refuses' })
  await cancel()
  expect(await tasksOn(site, day)).toMatchObject([{ kind: 'refund_failed', outcome: null }])
  await site.cards.tell('balance')
  await site.cards.tell('external_refund', { payment_intent: payment })
  await site.cards.tell('drain')
  await passTime(site, 6 * 60 * 60)
  await reconcile(site.deps, site.app.log, 0)
  expect((await statesOf(day)).toSorted()).toEqual(['canceled', 'succeeded'])
  const outcomes = (await tasksOn(site, day)).filter(({ kind }) => kind === 'refund_failed').map(({ outcome }) => outcome)
  expect(outcomes).toEqual(['The payment has since been refunded in full outside this site.'])
})

test('a refund that the provider keeps until the balance is filled up is a task as long, and then arrives by itself', async () => {
  const { buyer, day, cancel } = await cancelled()
  await site.cards.tell('balance', { empty: 'pends' })
  expect((await cancel()).state).toBe('pending')
  expect(await tasksOn(site, day)).toMatchObject([{ kind: 'refund_failed', outcome: null }])
  await site.cards.tell('balance')
  await site.cards.tell('drain')
  expect(await statesOf(day)).toEqual(['succeeded'])
  expect((await tasksOn(site, day))[0]?.outcome).toBe('The card provider has accepted the refund.')
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'booking-cancelled'])
})
