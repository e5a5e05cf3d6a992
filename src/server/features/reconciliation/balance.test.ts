import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as ledgerCalls from '#shared/ledger/staff-calls.ts'
import type { Payout, PayoutMovements } from '#shared/ledger/staff.ts'
import * as taskCalls from '#shared/tasks/staff-calls.ts'
import { trialBalance } from '#server/features/ledger/balances.ts'
import { listNotItemised, storePayouts, sumHeld } from '#server/features/ledger/movements.ts'
import { bookAndPay, createBuyer, inDays, nextDay, passTime } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { compareBalance } from './balance.ts'
import { createRun } from './run.ts'

const site = await openPaymentSite()
const { db, cards } = site.deps

async function compare(): Promise<void> {
  const run = createRun(site.deps, site.app.log, 60_000)
  await run.attempt('the balance', async () => compareBalance(run))
  expect(run.failures).toEqual([])
}

async function accounts(): Promise<Record<string, number>> {
  return Object.fromEntries(
    (await trialBalance(db)).filter(({ currency }) => currency === 'usd').map(({ account, cents }) => [account, cents]),
  )
}

/** Expects the ledger, its movements and the provider to agree, and no task to say otherwise. */
async function expectSame(): Promise<void> {
  const held = await cards.readBalance()
  for (const { currency, ledger, movements } of await sumHeld(db)) {
    expect([currency, ledger, movements]).toEqual([currency, held.get(currency) ?? 0, held.get(currency) ?? 0])
  }
  const tasks = db.selectFrom('tasks').select('cause').where('kind', '=', 'books_differ').where('closed_at', 'is', null)
  expect(await tasks.execute()).toEqual([])
}

test('after each night the ledger has at the provider what the provider holds, with its fees', async () => {
  const buyer = await createBuyer(site)
  const kept = await bookAndPay(site, buyer, 2, nextDay())
  const cancelled = await bookAndPay(site, await createBuyer(site), 1, inDays(site, 60))
  await compare()
  await expectSame()
  expect(await accounts()).toMatchObject({ provider_fees: expect.any(Number) })
  await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: kept.id })
  await site.cards.tell('dispute', { payment_intent: cancelled.stripeid, outcome: 'opened', amount: 5_000 })
  await site.cards.tell('drain')
  await compare()
  await expectSame()
  await site.cards.tell('dispute', { payment_intent: cancelled.stripeid, outcome: 'won' })
  await site.cards.tell('drain')
  await compare()
  await expectSame()
  const before = await accounts()
  await compare()
  expect(await accounts()).toEqual(before)
})

test('a payout leaves the provider, arrives at the bank, and lists what it contains', async () => {
  await bookAndPay(site, await createBuyer(site), 2, nextDay())
  await passTime(site, 10 * 24 * 60 * 60)
  await site.cards.tell('payout')
  await compare()
  await expectSame()
  const [payout] = await db.selectFrom('payouts').selectAll().orderBy('created_at', 'desc').execute()
  expect(payout).toMatchObject({ status: expect.stringMatching(/in_transit|paid/), itemised_at: expect.any(Date) })
  const inside = await db
    .selectFrom('provider_entries')
    .selectAll()
    .where('provider_payout_id', '=', payout?.provider_payout_id ?? '')
    .execute()
  expect(inside.reduce((sum, { amount_cents: cents, fee_cents: fee }) => sum + cents - fee, 0)).toBe(0)
  const manager = await createStaff(site, 'manager')
  const [listed] = (await manager.get(ledgerCalls.listPayouts.path)).json as Payout[]
  expect(listed).toMatchObject({ providerId: payout?.provider_payout_id, contents: { movements: inside.length - 1 } })
  const movements = (await manager.get(pathOf(ledgerCalls.listPayoutMovements, { id: listed?.id ?? '' }))).json as PayoutMovements
  expect(movements).toHaveLength(inside.length - 1)
  expect(movements).toContainEqual(
    expect.objectContaining({ type: 'charge', amount: '2180.00', booking: expect.objectContaining({ reference: expect.any(String) }) }),
  )
  await site.cards.tell('payout', { payout: payout?.provider_payout_id, outcome: 'paid' })
  await compare()
  await expectSame()
  expect(await accounts()).toMatchObject({ bank: payout?.amount_cents })
  expect((await accounts())['payouts_in_transit'] ?? 0).toBe(0)
})

test('what another system does on the same account is told apart, and what does not match is a task until it does', async () => {
  const { id } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  await compare()
  const entry = {
    type: 'charge',
    amount_cents: 700,
    fee_cents: 30,
    currency: 'usd',
    created_at: site.deps.now(),
    available_at: site.deps.now(),
  }
  await db
    .insertInto('provider_entries')
    .values({ ...entry, provider_entry_id: 'txn_other' })
    .execute()
  expect(await accounts()).toMatchObject({ other_business: -700 })
  await compare()
  const open = async () => db.selectFrom('tasks').select(['subject', 'cause', 'outcome']).where('kind', '=', 'books_differ').execute()
  expect(await open()).toMatchObject([
    { subject: 'balance usd', outcome: null, cause: expect.stringContaining('Its listed transactions total') },
  ])
  // It was ours after all: its posting moves from the other business to the fees alone.
  const { id: paymentId } = await db.selectFrom('payments').select('id').where('booking_id', '=', id).executeTakeFirstOrThrow()
  await db
    .updateTable('provider_entries')
    .set({ payment_id: paymentId, source_currency: 'usd' })
    .where('provider_entry_id', '=', 'txn_other')
    .execute()
  expect((await accounts())['other_business'] ?? 0).toBe(0)
})

test('a difference that a person has closed comes back only once it is another', async () => {
  const values = { type: 'charge', fee_cents: 0, currency: 'eur', created_at: site.deps.now(), available_at: site.deps.now() }
  const differ = async (id: string, cents: number) =>
    db
      .insertInto('provider_entries')
      .values({ ...values, provider_entry_id: id, amount_cents: cents })
      .execute()
  const tasks = db.selectFrom('tasks').select(['id', 'closed_at', 'closed_by']).where('subject', '=', 'balance eur').orderBy('opened_at')
  await differ('txn_one', 900)
  await compare()
  const [first] = await tasks.execute()
  const manager = await createStaff(site, 'manager')
  expect((await manager.post(pathOf(taskCalls.closeTask, { id: first?.id ?? '' }), { outcome: 'Looked into.' })).status).toBe(200)
  await compare()
  expect(await tasks.execute()).toHaveLength(1)
  await differ('txn_two', 100)
  await compare()
  expect(await tasks.execute()).toMatchObject([{ closed_at: expect.any(Date) }, { closed_at: null }])
  await differ('txn_three', -1000)
  await compare()
  expect((await tasks.execute()).map(({ closed_at }) => closed_at !== null)).toEqual([true, true])
  await differ('txn_four', 1000)
  await compare()
  expect((await tasks.execute()).map(({ closed_at }) => closed_at !== null)).toEqual([true, true, false])
})

test('a sum that the movements come to after all is no task any more, though the last hour still differs', async () => {
  const { id } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  const payment = await db.selectFrom('payments').select('id').where('booking_id', '=', id).executeTakeFirstOrThrow()
  const values = { type: 'charge', fee_cents: 0, currency: 'gbp', created_at: site.deps.now(), available_at: site.deps.now() }
  const move = async (entry: { provider_entry_id: string; amount_cents: number; payment_id?: string; source_currency?: string }) =>
    db
      .insertInto('provider_entries')
      .values({ ...values, ...entry })
      .execute()
  const outcomes = db.selectFrom('tasks').select('outcome').where('subject', '=', 'balance gbp')
  await move({ provider_entry_id: 'txn_early', amount_cents: 900 })
  await compare()
  expect(await outcomes.execute()).toEqual([{ outcome: null }])
  // Of a payment of ours, which posts only its fee: the ledger is behind.
  await move({ provider_entry_id: 'txn_late', amount_cents: -900, payment_id: payment.id, source_currency: 'gbp' })
  await compare()
  expect(await outcomes.execute()).toEqual([{ outcome: 'The two now match.' }])
  await db.deleteFrom('provider_entries').where('provider_entry_id', '=', 'txn_late').execute()
  await move({ provider_entry_id: 'txn_other_way', amount_cents: -900 })
})

test('a payout that the bank sent back after it had arrived is no money at the bank', async () => {
  await bookAndPay(site, await createBuyer(site), 2, nextDay())
  await passTime(site, 10 * 24 * 60 * 60)
  await site.cards.tell('payout')
  await compare()
  const made = db.selectFrom('payouts').select('provider_payout_id').orderBy('created_at', 'desc').limit(1)
  const { provider_payout_id: payout } = await made.executeTakeFirstOrThrow()
  await passTime(site, 2 * 24 * 60 * 60)
  await compare()
  const before = (await accounts())['bank'] ?? 0
  const { amount_cents: cents } = await db
    .selectFrom('payouts')
    .select('amount_cents')
    .where('provider_payout_id', '=', payout)
    .executeTakeFirstOrThrow()
  await passTime(site, 3 * 24 * 60 * 60)
  await compare()
  expect(await db.selectFrom('payouts').select('status').where('provider_payout_id', '=', payout).execute()).toEqual([{ status: 'paid' }])
  await site.cards.tell('payout', { payout, outcome: 'failed' })
  await compare()
  expect((await accounts())['bank'] ?? 0).toBe(before - cents)
  expect((await accounts())['payouts_in_transit'] ?? 0).toBe(0)
})

test('a movement whose payment we know only days later is told from other business then', async () => {
  const { id } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  await compare()
  const { id: paymentId } = await db.selectFrom('payments').select('id').where('booking_id', '=', id).executeTakeFirstOrThrow()
  const other = async () => (await accounts())['other_business'] ?? 0
  const before = await other()
  await passTime(site, 5 * 24 * 60 * 60)
  await compare()
  await db.updateTable('provider_entries').set({ payment_id: null }).where('payment_id', '=', paymentId).execute()
  expect(await other()).toBe(before - 109_000)
  await compare()
  expect(await other()).toBe(before)
})

test('a payout is itemised once the provider says what it contains, and one made by hand never is', async () => {
  const now = site.deps.now()
  const payout = { id: 'po_by_hand', amountCents: 100, currency: 'usd', status: 'paid', createdAt: now, arrivesAt: now }
  await storePayouts(db, [{ ...payout, hasContents: false }])
  expect(await listNotItemised(db)).not.toContain(payout.id)
  await storePayouts(db, [{ ...payout, hasContents: true }])
  expect(await listNotItemised(db)).toContain(payout.id)
})
