import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PastPayment } from './past.ts'
import { startCardSandbox } from './sandbox.ts'
import { createStripe, failureOf, SITE } from './test-support.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'card-sandbox-past-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const past = (n: number, changes: Partial<PastPayment> = {}): PastPayment => ({
  session: `cs_past_${n}`,
  payment_intent: `pi_past_${n}`,
  amount: 10_000,
  currency: 'usd',
  created: 1_700_000_000 + n,
  paid: 1_700_000_100 + n,
  expires_at: 1_700_002_000 + n,
  customer_email: 'ada@example.test',
  success_url: `${SITE}/paid`,
  metadata: { attempt_id: `attempt-${n}` },
  refunds: [],
  disputes: [],
  ...changes,
})

/** Runs `work` against a sandbox on this test's state file, started with `lines` as its past. */
async function withPast<T>(lines: PastPayment[], work: (stripe: ReturnType<typeof createStripe>) => Promise<T>): Promise<T> {
  const pastFile = join(folder, 'past.jsonl')
  writeFileSync(pastFile, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const sandbox = await startCardSandbox({ port: 0, stateFile: join(folder, 'state.jsonl'), pastFile, publicPath: '/card-sandbox' })
  try {
    return await work(createStripe(sandbox.port))
  } finally {
    await sandbox.close()
  }
}

test('a new state begins with the past, found by id and by time, newest first, and without events', async () => {
  await withPast([past(2), past(1)], async (stripe) => {
    const session = await stripe.checkout.sessions.retrieve('cs_past_1', { expand: ['payment_intent.latest_charge'] })
    expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', client_reference_id: 'attempt-1', amount_total: 10_000 })
    expect(session.payment_intent).toMatchObject({ id: 'pi_past_1', latest_charge: { id: 'ch_past_1', created: 1_700_000_101 } })
    const charges = await stripe.charges.list({ created: { gte: 1_700_000_101 } })
    expect(charges.data.map(({ id, metadata }) => [id, metadata])).toEqual([
      ['ch_past_2', { attempt_id: 'attempt-2' }],
      ['ch_past_1', { attempt_id: 'attempt-1' }],
    ])
    expect((await stripe.events.list()).data).toEqual([])
  })
})

test('a past payment already refunded cannot be refunded again, one whose refund failed can, and its dispute stays open', async () => {
  const refund = { created: 1_700_000_200, failure_reason: null, metadata: { refund_id: 'r1' } }
  const lines = [
    past(1, { refunds: [{ ...refund, id: 're_past_1', amount: 10_000, status: 'succeeded' }] }),
    past(2, { refunds: [{ ...refund, id: 're_past_2', amount: 4_000, status: 'failed', failure_reason: 'expired_or_canceled_card' }] }),
    past(3, { disputes: [{ id: 'du_past_3', created: 1_700_000_300, due_by: 1_700_600_000 }] }),
  ]
  await withPast(lines, async (stripe) => {
    expect(await failureOf(stripe.refunds.create({ payment_intent: 'pi_past_1' }))).toMatchObject({ code: 'charge_already_refunded' })
    expect(await stripe.refunds.retrieve('re_past_2')).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' })
    expect(await stripe.refunds.create({ payment_intent: 'pi_past_2' })).toMatchObject({ amount: 10_000, status: 'succeeded' })
    expect(await failureOf(stripe.refunds.create({ payment_intent: 'pi_past_3' }))).toMatchObject({ code: 'charge_disputed' })
    expect((await stripe.disputes.list({ payment_intent: 'pi_past_3' })).data).toMatchObject([
      { id: 'du_past_3', status: 'needs_response' },
    ])
  })
})

test('the past has moved money as the present does: charges, refunds and disputes with their fees, paid out day by day', async () => {
  const refund = { created: 1_700_000_200, failure_reason: null, metadata: {} }
  const lines = [
    past(1),
    past(2, { refunds: [{ ...refund, id: 're_past_2', amount: 4_000, status: 'succeeded' }] }),
    past(3, { disputes: [{ id: 'du_past_3', created: 1_700_000_300, due_by: null }] }),
    past(1_000_000, { currency: 'gbp' }),
  ]
  const read = async (stripe: ReturnType<typeof createStripe>) => ({
    transactions: (await stripe.balanceTransactions.list({ limit: 100 })).data,
    payouts: (await stripe.payouts.list({ limit: 100 })).data,
    balance: await stripe.balance.retrieve(),
  })
  const first = await withPast(lines, async (stripe) => {
    const [dispute] = (await stripe.disputes.list()).data
    expect(dispute?.balance_transactions).toMatchObject([{ amount: -10_000, fee: 1500, created: 1_700_000_300 }])
    expect((await stripe.events.list()).data).toEqual([])
    return read(stripe)
  })
  expect(first.transactions.map(({ type, net, currency }) => [type, net, currency])).toEqual([
    ['payout', -9690, 'gbp'],
    ['charge', 9690, 'gbp'],
    ['payout', -13_540, 'usd'],
    ['adjustment', -11_500, 'usd'],
    ['refund', -4_000, 'usd'],
    ['charge', 9680, 'usd'],
    ['charge', 9680, 'usd'],
    ['charge', 9680, 'usd'],
  ])
  const times = first.transactions.map(({ created }) => created)
  expect(times).toEqual(times.toSorted((one, other) => other - one))
  expect(first.payouts.map(({ amount, status }) => [amount, status])).toEqual([
    [9690, 'paid'],
    [13_540, 'paid'],
  ])
  expect(first.balance.available.map(({ amount }) => amount)).toEqual([0, 0])
  expect(await withPast(lines, read)).toEqual(first)
})

test('an existing state keeps its changes and ignores the past', async () => {
  await withPast([past(1)], async (stripe) => stripe.refunds.create({ payment_intent: 'pi_past_1', amount: 300 }))
  await withPast([past(1), past(2)], async (stripe) => {
    expect((await stripe.charges.list()).data).toMatchObject([{ id: 'ch_past_1', amount_refunded: 300 }])
  })
})
