import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { announceTasks } from '#server/features/desk/tasks.ts'
import { compareBooks } from '#server/features/reconciliation/compare.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { closeTask } from '#server/features/tasks/tasks.ts'
import { operator } from '#server/lib/actors.ts'
import {
  bookAndPay,
  createBuyer,
  inDays,
  mailsTo,
  nextDay,
  passTime,
  refundsOn,
  tasksOn,
  tellStaffThenCustomers,
} from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { notifyCustomers } from './notices.ts'
import { retryRefund } from './refunds.ts'

const REFUND_FAILS_LATER = '4000000000005126'
const site = await openPaymentSite()

/** A cancelled booking whose refund the bank has sent back. */
async function failedRefund() {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), REFUND_FAILS_LATER)
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  const [refund] = await refundsOn(site, booking.travelDate)
  await site.cards.tell('settle', { refund: refund?.provider_refund_id })
  await site.cards.tell('drain')
  const { id: task, user_id: person } = await site.deps.db
    .selectFrom('tasks')
    .select(['id', 'user_id'])
    .where('refund_id', '=', refund?.id ?? '')
    .executeTakeFirstOrThrow()
  return { buyer, day: booking.travelDate, payment: booking.stripeid, failed: refund?.id ?? '', task, person }
}

test('the agency hears of a failed refund half an hour before its customer', async () => {
  const { buyer } = await failedRefund()
  site.advance(2 * 60 * 60_000)
  await notifyCustomers(site.deps)
  expect(await mailsTo(site, buyer.email)).not.toContain('refund-failed')
  await announceTasks(site.deps, site.app.log)
  site.advance(29 * 60_000)
  await notifyCustomers(site.deps)
  expect(await mailsTo(site, buyer.email)).not.toContain('refund-failed')
  site.advance(2 * 60_000)
  await Promise.all([notifyCustomers(site.deps), notifyCustomers(site.deps)])
  expect((await mailsTo(site, buyer.email)).filter((template) => template === 'refund-failed')).toHaveLength(1)
})

test('a failed refund that staff send again is a new row, closes its task and worries no customer', async () => {
  const { buyer, day, failed, task, person } = await failedRefund()
  expect(buyer.email).toBe(`${person}@example.test`)
  const again = await retryRefund(site.deps, operator('admin_1'), task)
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, day)).map(({ id, replaces, state }) => [id, replaces, state])).toEqual([
    [failed, null, 'failed'],
    [again, failed, 'succeeded'],
  ])
  expect((await tasksOn(site, day))[0]?.outcome).toBe(`Resent as refund ${again}.`)
  expect((await buyer.bookings())[0]?.refund).toEqual({ amount: '2180.00', state: 'succeeded' })
  await tellStaffThenCustomers(site)
  expect(await mailsTo(site, buyer.email)).toEqual(['booking-confirmed', 'booking-cancelled'])
})

test('a failed refund is sent again once, however many people try', async () => {
  const { day, task } = await failedRefund()
  const tries = await Promise.allSettled(Array.from({ length: 5 }, async () => retryRefund(site.deps, operator('admin_1'), task)))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await refundsOn(site, day)).toHaveLength(2)
  await reconcile(site.deps, site.app.log, 0)
})

test('a failed refund that was paid another way is not sent again, and its customer gets no mail', async () => {
  const { buyer, day, task } = await failedRefund()
  const { db, now } = site.deps
  await db.transaction().execute((trx) => closeTask(trx, operator('admin_1'), task, 'Paid by transfer.', now()))
  await expect(retryRefund(site.deps, operator('admin_1'), task)).rejects.toThrow(
    'Daniel Okafor has closed this task already: Paid by transfer.',
  )
  expect(await refundsOn(site, day)).toHaveLength(1)
  await tellStaffThenCustomers(site)
  expect(await mailsTo(site, buyer.email)).not.toContain('refund-failed')
  expect((await buyer.bookings())[0]?.refund).toEqual({ amount: '0.00', state: 'failed', settledAmount: '2180.00' })
})

test('a refund of the same amount made by hand stands in the place of the failed one, one of another amount does not', async () => {
  const { buyer, day, payment, failed } = await failedRefund()
  await site.cards.tell('external_refund', { payment_intent: payment, amount: 1000 })
  await site.cards.tell('drain')
  expect((await buyer.bookings())[0]?.refund).toEqual({ amount: '10.00', state: 'failed', failedAmount: '2180.00' })
  expect((await refundsOn(site, day)).map(({ replaces }) => replaces)).toEqual([null, null])
  const other = await failedRefund()
  await site.cards.tell('external_refund', { payment_intent: other.payment })
  await site.cards.tell('drain')
  expect((await refundsOn(site, other.day)).map(({ replaces }) => replaces)).toEqual([null, other.failed])
  expect((await tasksOn(site, other.day)).map(({ kind, outcome }) => [kind, outcome?.startsWith('Sent again at the')])).toEqual([
    ['refund_failed', true],
  ])
  expect(failed).not.toBe(other.failed)
})

test('one made by hand before ours, of which we hear after ours has failed, does not stand in its place', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, inDays(site, 9), REFUND_FAILS_LATER)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 109_000 })
  await passTime(site, 2)
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  await site.cards.tell('webhooks')
  const [refund] = await refundsOn(site, booking.travelDate)
  await site.cards.tell('settle', { refund: refund?.provider_refund_id })
  await site.cards.tell('drain')
  await compareBooks(site.deps, site.app.log, { days: 2, ageMs: 0, limitMs: 60_000 })
  expect((await refundsOn(site, booking.travelDate)).map(({ state, replaces }) => [state, replaces])).toEqual([
    ['failed', null],
    ['succeeded', null],
  ])
  expect((await tasksOn(site, booking.travelDate)).map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['refund_failed', null],
    ['external_refund', null],
  ])
})

test('one made by hand that fails too says that it is to be made again there, and a later one there settles it', async () => {
  const { buyer, day, payment } = await failedRefund()
  const { id: outside } = (await site.cards.tell('external_refund', { payment_intent: payment })) as { id: string }
  await site.cards.tell('settle', { refund: outside })
  await site.cards.tell('drain')
  const { db } = site.deps
  const task = await db
    .selectFrom('tasks')
    .select(['id', 'advice'])
    .where('kind', '=', 'refund_failed')
    .where('closed_at', 'is', null)
    .where('payment_id', '=', (eb) =>
      eb
        .selectFrom('payments')
        .select('id')
        .where('provider_payment_id', '=', payment ?? ''),
    )
    .executeTakeFirstOrThrow()
  expect(task.advice).toBe('outsideRefundFailed')
  await expect(retryRefund(site.deps, operator('admin_1'), task.id)).rejects.toThrow(
    'This refund was made at the card provider. Repeat it there.',
  )
  const { id: again } = (await site.cards.tell('external_refund', { payment_intent: payment })) as { id: string }
  await site.cards.tell('drain')
  expect((await tasksOn(site, day)).map(({ outcome }) => outcome)).toEqual([
    `Sent again at the card provider: ${outside}.`,
    `Sent again at the card provider: ${again}.`,
  ])
  expect((await buyer.bookings())[0]?.refund).toEqual({ amount: '2180.00', state: 'succeeded' })
})

test('a cancellation that is asked for again tells of the refund made by hand that stands last in its place', async () => {
  const { buyer, payment } = await failedRefund()
  const outcome = async () => {
    const [booking] = await buyer.bookings()
    return (await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking?.id })).json.refund
  }
  expect(await outcome()).toMatchObject({ amount: '2180.00', state: 'failed' })
  const { id: outside } = (await site.cards.tell('external_refund', { payment_intent: payment })) as { id: string }
  await site.cards.tell('settle', { refund: outside })
  await site.cards.tell('drain')
  expect(await outcome()).toMatchObject({ amount: '2180.00', state: 'failed' })
  await site.cards.tell('external_refund', { payment_intent: payment })
  await site.cards.tell('drain')
  expect(await outcome()).toMatchObject({ amount: '2180.00', state: 'succeeded' })
})

test('never more is sent again than is left of the payment', async () => {
  const { day, payment, task } = await failedRefund()
  await site.cards.tell('external_refund', { payment_intent: payment, amount: 200_000 })
  await site.cards.tell('drain')
  await retryRefund(site.deps, operator('admin_1'), task)
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, day)).map(({ amount_cents, state }) => [amount_cents, state])).toEqual([
    [218_000, 'failed'],
    [200_000, 'succeeded'],
    [18_000, 'succeeded'],
  ])
})

test('a refund that waits for the balance is made to try at once, when staff have filled it up', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  await site.cards.tell('balance', { empty: 'refuses' })
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  const [refund] = await refundsOn(site, booking.travelDate)
  const { id } = await site.deps.db
    .selectFrom('tasks')
    .select('id')
    .where('refund_id', '=', refund?.id ?? '')
    .executeTakeFirstOrThrow()
  for (const seconds of [61, 121]) {
    await passTime(site, seconds)
    await reconcile(site.deps, site.app.log, 0)
  }
  await site.cards.tell('balance')
  await passTime(site, 61)
  await reconcile(site.deps, site.app.log, 0)
  expect(
    (await refundsOn(site, booking.travelDate)).map(({ state }) => state),
    'the pause is four minutes by now',
  ).toEqual(['requested'])
  expect(await retryRefund(site.deps, operator('admin_1'), id)).toBe(refund?.id)
  await reconcile(site.deps, site.app.log, 0)
  expect((await refundsOn(site, booking.travelDate)).map(({ state }) => state)).toEqual(['succeeded'])
})

test('what is disputed, or is no refund, is not sent again by hand', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000000259')
  await site.cards.tell('drain')
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  const tasks = await site.deps.db.selectFrom('tasks').select(['id', 'kind']).where('booking_id', '=', booking.id).execute()
  const of = (kind: string) => tasks.find((each) => each.kind === kind)?.id ?? ''
  await expect(retryRefund(site.deps, operator('admin_1'), of('refund_blocked'))).rejects.toThrow(
    'so it can’t be refunded until the dispute closes',
  )
  await expect(retryRefund(site.deps, operator('admin_1'), of('dispute_opened'))).rejects.toThrow('isn’t about a refund')
})
