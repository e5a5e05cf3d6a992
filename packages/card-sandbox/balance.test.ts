import { readFileSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startCardSandbox } from './sandbox.ts'
import { createStripe, failureOf, payNew, sessionParams, startTestSandbox, type TestSandbox } from './test-support.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.stop())

const CARD = '4242424242424242'
const WHOLE = 124_000
/** 2.9 % and 30 cents. */
const FEE = 3626
const DAY = 24 * 60 * 60

const list = async (filter: object = {}) => (await sandbox.stripe.balanceTransactions.list({ limit: 100, ...filter })).data
const advance = (days: number) => sandbox.control('clock', { advanceSeconds: days * DAY })

async function balance() {
  const { available, pending } = await sandbox.stripe.balance.retrieve()
  const sums = (amounts: { amount: number; currency: string }[]) => Object.fromEntries(amounts.map((each) => [each.currency, each.amount]))
  return { available: sums(available), pending: sums(pending) }
}

describe('a balance transaction', () => {
  test('of a charge carries its fee and leads to it, both ways', async () => {
    const intent = await payNew(sandbox, CARD)
    const [charge] = (await sandbox.stripe.charges.list({ payment_intent: intent, expand: ['data.balance_transaction'] })).data
    expect(charge?.balance_transaction).toMatchObject({
      object: 'balance_transaction',
      amount: WHOLE,
      fee: FEE,
      net: WHOLE - FEE,
      currency: 'usd',
      type: 'charge',
      reporting_category: 'charge',
      source: charge?.id,
      status: 'pending',
      fee_details: [{ amount: FEE, description: 'Stripe processing fees', type: 'stripe_fee' }],
    })
    const [found] = await list({ source: charge?.id, expand: ['data.source'] })
    expect(found?.source).toMatchObject({ object: 'charge', payment_intent: intent })
    expect((found?.available_on ?? 0) % DAY).toBe(0)
    expect(await balance()).toEqual({ available: { usd: 0 }, pending: { usd: WHOLE - FEE } })
  })

  test('is made by a delayed payment only when it succeeds, and by a declined one never', async () => {
    const session = await sandbox.stripe.checkout.sessions.create(sessionParams())
    await sandbox.control('pay', { session: session.id, delayed: true })
    await payNew(sandbox, '4000000000000002')
    expect(await list()).toEqual([])
    await sandbox.control('settle', { session: session.id, outcome: 'succeeded' })
    expect(await list()).toMatchObject([{ amount: WHOLE, fee: FEE }])
  })

  test('of a refund gives no fee back, and one that fails comes back', async () => {
    const intent = await payNew(sandbox, '4000000000005126')
    const refund = await sandbox.stripe.refunds.create({ payment_intent: intent, amount: 1000 })
    await sandbox.control('settle', { refund: refund.id })
    const failed = await sandbox.stripe.refunds.retrieve(refund.id)
    expect(await list({ source: refund.id })).toMatchObject([
      { id: failed.failure_balance_transaction, type: 'refund_failure', amount: 1000, net: 1000 },
      { id: failed.balance_transaction, type: 'refund', amount: -1000, fee: 0, net: -1000 },
    ])
  })

  test('of a refund that waits for the balance is made when it is sent', async () => {
    const [one, other] = [await payNew(sandbox, CARD), await payNew(sandbox, CARD)]
    await sandbox.control('balance', { empty: 'pends' })
    for (const payment_intent of [one, other]) await sandbox.stripe.refunds.create({ payment_intent })
    await sandbox.control('dispute', { payment_intent: other, outcome: 'opened' })
    expect(await list({ type: 'refund' })).toEqual([])
    await sandbox.control('balance')
    expect(await list({ type: 'refund' })).toMatchObject([{ amount: -WHOLE }])
    expect(await list({ type: 'refund_failure' })).toEqual([])
  })

  test('can be listed by time and currency, a page at a time, newest first, and read by its id', async () => {
    await payNew(sandbox, CARD)
    await sandbox.control('alter', { amount: 500, currency: 'eur' })
    await payNew(sandbox, CARD)
    const [newest, oldest] = await list()
    expect([newest?.currency, oldest?.currency]).toEqual(['eur', 'usd'])
    expect(await list({ currency: 'gbp' })).toEqual([])
    expect(await list({ created: { lt: oldest?.created } })).toEqual([])
    const page = await sandbox.stripe.balanceTransactions.list({ limit: 1, starting_after: newest?.id ?? '' })
    expect(page).toMatchObject({ has_more: false, data: [{ id: oldest?.id }] })
    expect(await sandbox.stripe.balanceTransactions.retrieve(oldest?.id ?? '')).toEqual(oldest)
    expect(await failureOf(sandbox.stripe.balanceTransactions.retrieve('txn_nothing'))).toMatchObject({ statusCode: 404 })
    expect(await balance()).toEqual({ available: { usd: 0, eur: 0 }, pending: { usd: WHOLE - FEE, eur: 460 } })
  })
})

describe('a payout', () => {
  test('takes what is available to the bank at midnight, and arrives a day later', async () => {
    const intent = await payNew(sandbox, CARD)
    await sandbox.stripe.refunds.create({ payment_intent: intent, amount: 1000 })
    await advance(1)
    expect((await sandbox.stripe.payouts.list()).data).toEqual([])
    await advance(2)
    const [payout] = (await sandbox.stripe.payouts.list()).data
    expect(payout).toMatchObject({ amount: WHOLE - FEE - 1000, currency: 'usd', status: 'in_transit', automatic: true })
    const parts = await list({ payout: payout?.id })
    expect(parts.map(({ type, net }) => [type, net])).toEqual([
      ['payout', 1000 + FEE - WHOLE],
      ['refund', -1000],
      ['charge', WHOLE - FEE],
    ])
    expect(payout?.balance_transaction).toBe(parts[0]?.id)
    expect(await balance()).toEqual({ available: { usd: 0 }, pending: { usd: 0 } })
    await advance(1)
    expect(await sandbox.stripe.payouts.retrieve(payout?.id ?? '')).toMatchObject({ status: 'paid' })
    await sandbox.control('drain')
    expect(sandbox.receiver.types().filter((type) => type.startsWith('payout'))).toEqual(['payout.created', 'payout.paid'])
    expect((await sandbox.stripe.payouts.list({ status: 'failed' })).data).toEqual([])
    await advance(5)
    expect((await sandbox.stripe.payouts.list()).data).toHaveLength(1)
  })

  test('that fails brings its money back, and the next one takes it along', async () => {
    await payNew(sandbox, CARD)
    await advance(3)
    const [payout] = (await sandbox.stripe.payouts.list()).data
    await sandbox.control('payout', { payout: payout?.id, outcome: 'failed' })
    const failed = await sandbox.stripe.payouts.retrieve(payout?.id ?? '', { expand: ['failure_balance_transaction'] })
    expect(failed).toMatchObject({ status: 'failed', failure_code: 'account_closed' })
    expect(failed.failure_balance_transaction).toMatchObject({ type: 'payout_failure', amount: WHOLE - FEE, source: payout?.id })
    expect((await balance()).available).toEqual({ usd: WHOLE - FEE })
    await advance(1)
    const next = (await sandbox.stripe.payouts.list()).data
    expect(next).toMatchObject([{ amount: WHOLE - FEE, status: 'in_transit' }, { id: payout?.id }])
    expect(await list({ payout: next[0]?.id })).toMatchObject([{ type: 'payout' }, { type: 'payout_failure' }])
  })

  test('is not made while the schedule is manual, except on demand, and never of a debt', async () => {
    await sandbox.control('payout_schedule', { interval: 'manual' })
    const intent = await payNew(sandbox, CARD)
    await sandbox.stripe.refunds.create({ payment_intent: intent })
    await advance(4)
    expect(await sandbox.control('payout')).toEqual({ payouts: [] })
    await payNew(sandbox, CARD)
    await advance(4)
    expect((await sandbox.stripe.payouts.list()).data).toEqual([])
    await sandbox.control('payout_schedule', { interval: 'daily' })
    await advance(1)
    expect((await sandbox.stripe.payouts.list()).data).toMatchObject([{ amount: WHOLE - 2 * FEE }])
  })
})

test('a state written before there were balance transactions gets them when it is opened', async () => {
  const lost = await payNew(sandbox, CARD)
  await sandbox.control('dispute', { payment_intent: lost, outcome: 'opened' })
  await sandbox.control('dispute', { payment_intent: lost, outcome: 'lost' })
  const returned = await payNew(sandbox, '4000000000005126')
  const { id } = await sandbox.stripe.refunds.create({ payment_intent: returned, amount: 1000 })
  await sandbox.control('settle', { refund: id })
  await sandbox.control('payout_schedule', { interval: 'manual' })
  const before = (await list()).map(({ type, amount, fee }) => [type, amount, fee])
  const older = readFileSync(sandbox.stateFile, 'utf8').trimEnd().split('\n').map(withoutBalance).join('\n')
  const stateFile = `${sandbox.stateFile}.older`
  writeFileSync(stateFile, `${older}\n`)
  const again = await startCardSandbox({ port: 0, stateFile, publicPath: '/card-sandbox' })
  const { data } = await createStripe(again.port).balanceTransactions.list({ limit: 100 })
  await again.close()
  expect(data.map(({ type, amount, fee }) => [type, amount, fee]).sort()).toEqual(before.sort())
})

/** Takes out of a line of the journal what an earlier version did not write. */
function withoutBalance(line: string): string {
  const changes = JSON.parse(line) as [string, string, Record<string, unknown> | null][]
  const older = changes.filter(([kind, id]) => kind !== 'balance_transaction' && kind !== 'payout' && id !== 'pay_out')
  for (const [, , record] of older) {
    for (const field of ['balance_transaction', 'failure_balance_transaction', '_transactions']) delete record?.[field]
  }
  return JSON.stringify(older)
}
