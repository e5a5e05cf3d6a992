import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, payNew, startTestSandbox, type TestSandbox } from './test-support.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.stop())

const WHOLE = 124_000
const FEE = 1500

const tell = (payment_intent: string, outcome: string, more: object = {}) =>
  sandbox.control<{ id: string; status: string }>('dispute', { payment_intent, outcome, ...more })
const read = (id: string) => sandbox.stripe.disputes.retrieve(id)
const refund = (payment_intent: string, amount?: number) =>
  sandbox.stripe.refunds.create({ payment_intent, ...(amount !== undefined && { amount }) })

/** The amounts that a dispute moved, with the fees. */
const movesOf = async (id: string) => (await read(id)).balance_transactions.map(({ amount, fee, net }) => [amount, fee, net])

/** The types of the events about an object, oldest first. */
async function eventsOf(id: string): Promise<string[]> {
  const { data } = await sandbox.stripe.events.list({ limit: 100 })
  return data.flatMap((each) => ((each.data.object as { id?: string }).id === id ? [each.type] : [])).reverse()
}

describe('a dispute', () => {
  test('takes its amount and the fee out of the balance, and gives the amount back when it is won', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    const { id } = await tell(intent, 'opened')
    const opened = await read(id)
    expect(opened).toMatchObject({ amount: WHOLE, status: 'needs_response', reason: 'fraudulent', is_charge_refundable: false })
    expect(opened.balance_transactions).toMatchObject([
      {
        amount: -WHOLE,
        fee: FEE,
        net: -WHOLE - FEE,
        type: 'adjustment',
        reporting_category: 'dispute',
        source: id,
        fee_details: [{ amount: FEE, description: 'Dispute fee', type: 'stripe_fee' }],
      },
    ])
    await tell(intent, 'won')
    expect(await movesOf(id)).toEqual([
      [-WHOLE, FEE, -WHOLE - FEE],
      [WHOLE, 0, WHOLE],
    ])
    expect(await eventsOf(id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ])
  })

  test('that is lost moves nothing more', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    const { id } = await tell(intent, 'opened', { reason: 'product_not_received' })
    await tell(intent, 'under_review')
    expect((await read(id)).evidence_details).toMatchObject({ has_evidence: true, submission_count: 1 })
    await tell(intent, 'lost')
    expect(await read(id)).toMatchObject({ status: 'lost', reason: 'product_not_received' })
    expect(await movesOf(id)).toHaveLength(1)
    expect(await eventsOf(id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.dispute.closed',
    ])
  })

  test('may be for a part, and the rest can still be refunded', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    const { id } = await tell(intent, 'opened', { amount: 24_000 })
    expect(await read(id)).toMatchObject({ amount: 24_000, is_charge_refundable: true })
    expect(await failureOf(refund(intent, 100_001))).toMatchObject({ statusCode: 400, param: 'amount' })
    expect(await refund(intent)).toMatchObject({ amount: 100_000 })
    expect(await failureOf(refund(intent, 1))).toMatchObject({ code: 'charge_disputed' })
    await tell(intent, 'won')
    expect(await refund(intent)).toMatchObject({ amount: 24_000 })
  })

  test('of several of one charge is told by its id, and each has its own end', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    const one = await tell(intent, 'opened', { amount: 30_000 })
    const other = await tell(intent, 'opened', { amount: 50_000 })
    await tell(intent, 'won', { dispute: other.id })
    await tell(intent, 'lost', { dispute: one.id })
    const { data } = await sandbox.stripe.disputes.list({ payment_intent: intent })
    expect(data.map(({ id, status, amount }) => [id, status, amount])).toEqual([
      [other.id, 'won', 50_000],
      [one.id, 'lost', 30_000],
    ])
    expect(await refund(intent)).toMatchObject({ amount: 94_000 })
  })

  test('that is lost can be appealed, or withdrawn by the cardholder', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    const { id } = await tell(intent, 'opened')
    await tell(intent, 'lost')
    for (const status of ['appeal_needs_response', 'appeal_under_review', 'lost', 'won']) await tell(intent, status, { dispute: id })
    expect(await movesOf(id)).toEqual([
      [-WHOLE, FEE, -WHOLE - FEE],
      [WHOLE, 0, WHOLE],
    ])
    await expect(tell(intent, 'appeal_needs_response', { dispute: id })).rejects.toThrow('A dispute cannot go from won')
  })

  test('cannot be for more than the charge, nor be moved before it is opened', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    await expect(tell(intent, 'opened', { amount: WHOLE + 1 })).rejects.toThrow('greater than that of the charge')
    await expect(tell(intent, 'won')).rejects.toThrow('No open dispute')
  })
})

describe('an inquiry', () => {
  test('moves no money until it becomes a dispute, under the same id', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    const { id } = await tell(intent, 'inquiry')
    await tell(intent, 'warning_under_review')
    expect(await read(id)).toMatchObject({ status: 'warning_under_review', is_charge_refundable: true, balance_transactions: [] })
    await tell(intent, 'needs_response')
    expect(await read(id)).toMatchObject({ status: 'needs_response', is_charge_refundable: false })
    expect(await movesOf(id)).toEqual([[-WHOLE, FEE, -WHOLE - FEE]])
    expect(await eventsOf(id)).toEqual([
      'charge.dispute.created',
      'charge.dispute.updated',
      'charge.dispute.updated',
      'charge.dispute.funds_withdrawn',
    ])
  })

  test('that is closed or prevented moves none at all', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    const { id } = await tell(intent, 'inquiry')
    await tell(intent, 'warning_closed')
    const prevented = await tell(intent, 'prevented', { amount: 500 })
    for (const each of [id, prevented.id]) expect(await movesOf(each)).toEqual([])
    expect(await read(prevented.id)).toMatchObject({ status: 'prevented', amount: 500, evidence_details: { due_by: 0 } })
    expect(await refund(intent)).toMatchObject({ amount: WHOLE })
  })
})
