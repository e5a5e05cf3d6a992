import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { listPostings, readBalance } from '#server/features/ledger/booking-sums.ts'
import { reconcile } from '#server/features/reconciliation/sweep.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { bookAndPay, createBuyer, nextDay, refundsOn, tasksOn } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { refundPersonalData } from './personal-data.ts'

const site = await openPaymentSite()
const manager = await createStaff(site, 'manager')

async function paid() {
  const buyer = await createBuyer(site)
  const { id, stripeid, travelDate: day } = await bookAndPay(site, buyer, 2, nextDay())
  /** Moves a dispute of the payment, and returns its id. */
  const dispute = async (outcome: string, more: { amount?: number; dispute?: string } = {}) => {
    const { id: disputeId } = (await site.cards.tell('dispute', { payment_intent: stripeid, outcome, ...more })) as { id: string }
    await site.cards.tell('drain')
    return disputeId
  }
  const cancel = async () => {
    const response = await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })
    expect(response.status).toBe(200)
    await reconcile(site.deps, site.app.log, 0)
    return response.json.refund as { amount: string; state: string }
  }
  const told = async () => (await buyer.bookings())[0]?.refund
  return { buyer, id, day, dispute, cancel, told }
}

async function openKindsOn(day: string): Promise<string[]> {
  const tasks = await tasksOn(site, day)
  return tasks
    .filter(({ outcome }) => outcome === null)
    .map(({ kind }) => kind)
    .toSorted()
}

test('a lost dispute that the cardholder takes back leaves no task that says that the money is gone', async () => {
  const { day, dispute } = await paid()
  const disputed = await dispute('opened')
  await dispute('lost', { dispute: disputed })
  await dispute('won', { dispute: disputed })
  expect(await openKindsOn(day)).toEqual(['dispute_won'])
})

/** Returns why the account of a buyer cannot be deleted. */
async function obstacleOf({ email }: Browser): Promise<string | undefined> {
  const { db } = site.deps
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return db.transaction().execute(async (trx) => refundPersonalData.findObstacle?.(trx, id, site.deps.now()))
}

test('a partial dispute that was lost leaves the rest of the payment to be refunded', async () => {
  const { id, dispute, cancel, told } = await paid()
  await dispute('lost', { dispute: await dispute('opened', { amount: 30_000 }) })
  expect((await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json).toMatchObject({
    leftCents: 188_000,
    returnedCents: 30_000,
    dispute: 'none',
  })
  expect(await cancel()).toEqual({ amount: '2180.00', currency: 'usd', state: 'succeeded' })
  expect(await told()).toEqual({ amount: '1880.00', state: 'succeeded', disputedAmount: '300.00' })
  expect(await readBalance(site.deps.db, id)).toEqual([
    { currency: 'usd', received: '2180.00', returned: '1880.00', owed: '0.00', held: '0.00', lost: '300.00', net: '0.00' },
  ])
})

test('while a part is disputed only that part of a refund waits; lost, it is over', async () => {
  const { id, day, dispute, cancel, told } = await paid()
  const open = await dispute('opened', { amount: 30_000 })
  await cancel()
  expect(await told()).toMatchObject({ amount: '1880.00', waitingAmount: '300.00' })
  expect((await refundsOn(site, day)).map(({ state, amount_cents: cents }) => [state, cents])).toEqual(
    expect.arrayContaining([
      ['succeeded', 188_000],
      ['blocked', 30_000],
    ]),
  )
  await dispute('lost', { dispute: open })
  expect(await told()).toEqual({ amount: '1880.00', state: 'succeeded', disputedAmount: '300.00' })
  const journal = (await listPostings(site.deps.db, id)).map(({ kind, account, cents }) => `${kind} ${account} ${cents}`)
  expect(journal).toEqual(
    expect.arrayContaining([
      'dispute_opened provider_clearing -30000',
      'dispute_opened chargebacks 30000',
      'refund_paid refunds_payable 30000',
      'refund_paid chargebacks -30000',
    ]),
  )
})

test('a dispute of less than the refund that waits for it ends only as much of it', async () => {
  const { dispute, cancel, told } = await paid()
  const [first, second] = [await dispute('opened', { amount: 30_000 }), await dispute('opened', { amount: 20_000 })]
  await cancel()
  expect(await told()).toMatchObject({ amount: '1680.00', waitingAmount: '500.00' })
  await dispute('lost', { dispute: first })
  expect(await told()).toMatchObject({ amount: '1680.00', waitingAmount: '200.00', disputedAmount: '300.00' })
  await dispute('won', { dispute: second })
  await reconcile(site.deps, site.app.log, 0)
  expect(await told()).toEqual({ amount: '1880.00', state: 'succeeded', disputedAmount: '300.00' })
})

test('a second dispute that is won does not undo the loss of the first', async () => {
  const { id, dispute } = await paid()
  await dispute('lost', { dispute: await dispute('opened', { amount: 30_000 }) })
  await dispute('won', { dispute: await dispute('opened', { amount: 20_000 }) })
  expect((await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json).toMatchObject({ leftCents: 188_000 })
  expect(await readBalance(site.deps.db, id)).toMatchObject([{ held: '0.00', lost: '300.00', net: '1880.00' }])
})

test('an inquiry holds no money: the cheap refund is made at once', async () => {
  const { buyer, id, day, dispute, cancel, told } = await paid()
  await dispute('inquiry')
  const [task] = await tasksOn(site, day)
  expect(task).toMatchObject({ kind: 'dispute_opened', cause: expect.stringContaining('a refund now would close it') })
  const seen = (await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json
  expect(seen.dispute).toBe('none')
  expect(await obstacleOf(buyer)).toContain('is disputed with your bank')
  expect(
    (await manager.post(pathOf(staffCancellationCalls.refundBooking, { id }), { reason: 'Noise.', amountCents: 1_000, seen })).status,
  ).toBe(200)
  await cancel()
  expect(await told()).toEqual({ amount: '2180.00', state: 'succeeded' })
  await dispute('warning_closed')
  expect((await tasksOn(site, day)).map(({ kind, outcome }) => [kind, outcome])).toEqual([
    ['dispute_opened', 'The dispute has closed: warning closed.'],
  ])
})

test('a dispute that was prevented keeps neither a refund nor the end of an account', async () => {
  const { buyer, day, dispute, cancel, told } = await paid()
  await dispute('prevented')
  expect(await tasksOn(site, day)).toEqual([])
  await cancel()
  expect(await told()).toEqual({ amount: '2180.00', state: 'succeeded' })
  expect(await obstacleOf(buyer)).toBeUndefined()
})

test('an appeal opens a lost dispute again, and what it had ended is sent once it is won', async () => {
  const { id, day, dispute, cancel, told } = await paid()
  const disputed = await dispute('opened')
  await cancel()
  await dispute('lost', { dispute: disputed })
  expect(await told()).toEqual({ amount: '0.00', state: 'lost', disputedAmount: '2180.00' })
  await dispute('appeal_needs_response', { dispute: disputed })
  expect(await openKindsOn(day)).toEqual(['dispute_opened', 'refund_blocked'])
  expect(await told()).toMatchObject({ state: 'blocked', waitingAmount: '2180.00' })
  await dispute('appeal_under_review', { dispute: disputed })
  await dispute('won', { dispute: disputed })
  await reconcile(site.deps, site.app.log, 0)
  expect(await told()).toEqual({ amount: '2180.00', state: 'succeeded' })
  const { db } = site.deps
  const history = db.selectFrom('dispute_changes').innerJoin('disputes', 'disputes.id', 'dispute_id').select('dispute_changes.status')
  expect(
    (await history.where('provider_dispute_id', '=', disputed).orderBy('dispute_changes.id').execute()).map(({ status }) => status),
  ).toEqual(['needs_response', 'lost', 'appeal_needs_response', 'appeal_under_review', 'won'])
  expect(await readBalance(db, id)).toMatchObject([{ returned: '2180.00', net: '0.00' }])
})

test('goodwill is possible beside a partial dispute, up to what it does not hold', async () => {
  const { id, dispute } = await paid()
  await dispute('opened', { amount: 200_000 })
  const seen = (await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id }))).json
  expect(seen).toMatchObject({ leftCents: 218_000, disputedCents: 200_000, dispute: 'open' })
  const ask = async (amountCents: number) =>
    (await manager.post(pathOf(staffCancellationCalls.refundBooking, { id }), { reason: 'Noise.', amountCents, seen })).status
  expect([await ask(18_001), await ask(18_000)]).toEqual([400, 200])
})
