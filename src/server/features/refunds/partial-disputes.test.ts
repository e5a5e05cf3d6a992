import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { taskSteps } from '#shared/tasks/step-calls.ts'
import { trialBalance } from '#server/features/ledger/balances.ts'
import { readBalance } from '#server/features/ledger/booking-sums.ts'
import { lockPayment } from '#server/features/payments/payments.ts'
import { recordDispute } from '#server/features/reconciliation/events.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import { bookAndPay, createBuyer, nextDay, passTime, refundsOn, tasksOn } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'

const site = await openPaymentSite()
const { db, cards } = site.deps

async function paid(card?: string) {
  const buyer = await createBuyer(site)
  const { id, stripeid, travelDate: day } = await bookAndPay(site, buyer, 2, nextDay(), card)
  const dispute = async (outcome: string, more: { amount?: number; dispute?: string } = {}) => {
    const { id: disputeId } = (await site.cards.tell('dispute', { payment_intent: stripeid, outcome, ...more })) as { id: string }
    await site.cards.tell('drain')
    return disputeId
  }
  const cancel = async () => expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })).status).toBe(200)
  const told = async () => (await buyer.bookings())[0]?.refund
  const refunds = async () => (await refundsOn(site, day)).map(({ state, amount_cents: cents }) => [state, cents]).toSorted()
  return { id, day, stripeid, dispute, cancel, told, refunds }
}

/** Sends what waits to be sent, until the provider has answered all of it. */
async function send(): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await passTime(site, 120)
    await reconcile(site.deps, site.app.log, 0)
  }
}

test('a dispute of a part that came before the refund was sent keeps only that part', async () => {
  const { day, dispute, cancel, told, refunds } = await paid()
  await site.cards.tell('faults', { route: 'POST /v1/refunds', kind: '500', saved: true })
  await cancel()
  expect(await refunds()).toEqual([['requested', 218_000]])
  const open = await dispute('opened', { amount: 30_000 })
  await send()
  expect(await told()).toMatchObject({ amount: '1880.00', waitingAmount: '300.00' })
  expect((await tasksOn(site, day)).map(({ kind }) => kind)).not.toContain('refund_failed')
  await dispute('won', { dispute: open })
  await send()
  expect(await told()).toEqual({ amount: '2180.00', state: 'succeeded' })
})

test('a part that was lost before the refund was sent is what the bank has paid of it', async () => {
  const { id, dispute, cancel, told } = await paid()
  await site.cards.tell('faults', { route: 'POST /v1/refunds', kind: '500', saved: true })
  await cancel()
  await dispute('lost', { dispute: await dispute('opened', { amount: 30_000 }) })
  await send()
  expect(await told()).toEqual({ amount: '1880.00', state: 'succeeded', disputedAmount: '300.00' })
  expect(await readBalance(db, id)).toMatchObject([{ returned: '1880.00', lost: '300.00', net: '0.00' }])
  const losses = (await trialBalance(db)).filter(({ account, cents }) => account === 'dispute_losses' && cents !== 0)
  expect(losses, 'it was owed').toEqual([])
})

test('what the bank holds counts towards what a cancellation owes, so that a lost dispute pays nobody more than the policy', async () => {
  const { id, dispute, cancel, refunds } = await paid()
  const policy = { full_refund_days: 10_000, partial_refund_days: 1, partial_refund_percentage: 50 }
  await db.updateTable('bookings').set(policy).where('id', '=', id).execute()
  const open = await dispute('opened', { amount: 150_000 })
  await cancel()
  await send()
  expect(await refunds()).toEqual([['blocked', 109_000]])
  await dispute('lost', { dispute: open })
  await send()
  expect(await refunds()).toEqual([['lost', 109_000]])
})

test('a part of a lost dispute that the bank gives back later is sent to the customer', async () => {
  const { id, stripeid, dispute, cancel, told, refunds } = await paid()
  const lost = await dispute('opened', { amount: 30_000 })
  await cancel()
  await dispute('lost', { dispute: lost })
  await send()
  const known = await cards.getDispute(lost)
  await db.transaction().execute(async (trx) => {
    const payment = await lockPayment(trx, stripeid)
    if (payment) await recordDispute(site.deps, trx, payment, { ...known, takenCents: 10_000 })
  })
  expect(await refunds()).toEqual(
    expect.arrayContaining([
      ['lost', 10_000],
      ['requested', 20_000],
    ]),
  )
  expect(await told()).toMatchObject({ disputedAmount: '100.00' })
  expect(await readBalance(db, id)).toMatchObject([{ owed: '200.00', lost: '100.00' }])
})

test('a failed refund of what a dispute does not hold can be sent again, and paid another way, while it is open', async () => {
  const manager = await createStaff(site, 'manager')
  const failed = async () => {
    const made = await paid('4000000000005126')
    await made.dispute('opened', { amount: 30_000 })
    await made.cancel()
    const free = (await refundsOn(site, made.day)).find(({ provider_refund_id }) => provider_refund_id !== null)
    await site.cards.tell('settle', { refund: free?.provider_refund_id })
    await site.cards.tell('drain')
    expect(await made.refunds()).toEqual([
      ['blocked', 30_000],
      ['failed', 188_000],
    ])
    const taskOf = async (kind: string) => (await tasksOn(site, made.day)).find((task) => task.kind === kind)?.id ?? ''
    return { ...made, taskOf }
  }
  const again = await failed()
  expect((await manager.post(pathOf(taskSteps.retry, { id: await again.taskOf('refund_blocked') }))).status).toBe(409)
  expect((await manager.post(pathOf(taskSteps.retry, { id: await again.taskOf('refund_failed') }))).status).toBe(200)
  const otherwise = await failed()
  const reference = { reference: 'Transfer 4711' }
  expect((await manager.post(pathOf(taskSteps.settle, { id: await otherwise.taskOf('refund_blocked') }), reference)).status).toBe(409)
  expect((await manager.post(pathOf(taskSteps.settle, { id: await otherwise.taskOf('refund_failed') }), reference)).status).toBe(200)
  expect(await otherwise.told()).toMatchObject({ settledAmount: '1880.00', waitingAmount: '300.00' })
})
