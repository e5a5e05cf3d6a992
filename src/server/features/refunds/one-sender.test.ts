import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { operator } from '#server/lib/actors.ts'
import { bookAndPay, createBuyer, nextDay, passTime, refundsOn } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { refundJobs } from './notices.ts'
import { retryRefund } from './refunds.ts'
import { requestRefund, SEND_REFUND_JOB } from './requests.ts'
import { sendRefund } from './sending.ts'

const CREATE = 'POST /v1/refunds'
const site = await openPaymentSite()

/** Makes the provider take its time over refunds. Returns how often it has been asked for one since. */
async function slowProvider(): Promise<() => Promise<number>> {
  const hits = async (): Promise<number> => (await site.cards.state()).hits[CREATE] ?? 0
  const before = await hits()
  await site.cards.tell('faults', { route: CREATE, kind: 'slow', delayMs: 1000, count: 10 })
  return async () => (await hits()) - before
}

/** Runs the queued jobs that send refunds, each twice at once, as after a worker that was thought dead. */
async function runQueue(): Promise<void> {
  const job = refundJobs(site.deps).find(({ name }) => name === SEND_REFUND_JOB)
  const { rows } = await sql<{ data: unknown }>`delete from pgboss.job where name = ${SEND_REFUND_JOB} returning data`.execute(site.deps.db)
  const twice = rows.flatMap(({ data }) => [data, data])
  await Promise.allSettled(twice.map(async (data) => job?.run(data, new AbortController().signal)))
}

async function statesOf(day: string): Promise<string[]> {
  return (await refundsOn(site, day)).map(({ state }) => state)
}

test('a provider that takes its time is asked once for the refund of a cancellation, by the request that tells of it', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay())
  const asked = await slowProvider()
  const response = buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  await expect.poll(asked).toBe(1)
  await Promise.all([runQueue(), reconcile(site.deps, site.app.log, 0)])
  expect((await response).json.refund.state).toBe('succeeded')
  expect(await asked()).toBe(1)
})

test('what the queue sends, a run of the reconcile job at the same time leaves to it', async () => {
  const buyer = await createBuyer(site)
  const booking = await bookAndPay(site, buyer, 2, nextDay(), '4000000000005126')
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: booking.id })
  const [refund] = await refundsOn(site, booking.travelDate)
  await site.cards.tell('settle', { refund: refund?.provider_refund_id })
  await site.cards.tell('drain')
  const tasks = site.deps.db
    .selectFrom('tasks')
    .select('id')
    .where('refund_id', '=', refund?.id ?? '')
  await retryRefund(site.deps, operator('admin_1'), (await tasks.executeTakeFirstOrThrow()).id)
  const asked = await slowProvider()
  await Promise.all([runQueue(), reconcile(site.deps, site.app.log, 0)])
  expect(await asked()).toBe(1)
  expect(await statesOf(booking.travelDate)).toEqual(['failed', 'succeeded'])
})

test('what was being sent by a process that has died is sent by the next run, once no call of it can be under way', async () => {
  const buyer = await createBuyer(site)
  const { stripeid, travelDate: day } = await bookAndPay(site, buyer, 2, nextDay())
  const { db, cards, now } = site.deps
  const payments = db
    .selectFrom('payments')
    .select('id')
    .where('provider_payment_id', '=', stripeid ?? '')
  const { id: paymentId } = await payments.executeTakeFirstOrThrow()
  const part = { paymentId, amountCents: 10_000, currency: 'usd', cause: 'goodwill' } as const
  const id = await db.transaction().execute((trx) => requestRefund({ now }, trx, part))
  const dying = vi.spyOn(cards, 'createRefund').mockImplementationOnce(async () => new Promise(() => undefined))
  void sendRefund(site.deps, id)
  await expect.poll(() => dying.mock.calls.length).toBe(1)
  await reconcile(site.deps, site.app.log, 0)
  expect(await statesOf(day)).toEqual(['requested'])
  await passTime(site, 61)
  await reconcile(site.deps, site.app.log, 0)
  expect(await statesOf(day)).toEqual(['succeeded'])
  expect(dying).toHaveBeenCalledTimes(2)
})
