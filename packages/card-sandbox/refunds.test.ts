import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, payNew, startTestSandbox, type TestSandbox } from './test-support.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.stop())

const refund = (payment_intent: string, amount?: number) =>
  sandbox.stripe.refunds.create({ payment_intent, metadata: { refund_id: '9' }, ...(amount !== undefined && { amount }) })
const chargeOf = async (payment_intent: string) => (await sandbox.stripe.charges.list({ payment_intent, expand: ['data.refunds'] })).data[0]

describe('a refund', () => {
  test('returns the whole amount at once and appears in every list', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    const given = await refund(intent)
    expect(given).toMatchObject({
      object: 'refund',
      amount: 124_000,
      status: 'succeeded',
      metadata: { refund_id: '9' },
      payment_intent: intent,
    })
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 124_000, refunded: true, refunds: { data: [{ id: given.id }] } })
    expect((await sandbox.stripe.refunds.list({ payment_intent: intent })).data).toMatchObject([{ id: given.id }])
    expect((await sandbox.stripe.refunds.list({ charge: (await chargeOf(intent))?.id ?? '' })).data).toMatchObject([{ id: given.id }])
    expect(await sandbox.stripe.paymentIntents.retrieve(intent)).toMatchObject({ status: 'succeeded' })
    await sandbox.control('drain')
    expect(sandbox.receiver.types().sort()).toEqual(['charge.refunded', 'checkout.session.completed', 'refund.created'])
  })

  test('may be partial, up to what is left', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    await refund(intent, 62_000)
    await refund(intent, 62_000 - 2145)
    const failure = await failureOf(refund(intent, 2500))
    expect(failure).toMatchObject({ statusCode: 400, param: 'amount', code: undefined })
    expect(failure.message).toBe('Refund amount ($25.00) is greater than unrefunded amount on charge ($21.45)')
    expect(await refund(intent)).toMatchObject({ amount: 2145 })
    expect(await failureOf(refund(intent))).toMatchObject({ statusCode: 400, code: 'charge_already_refunded' })
  })

  test('repeated under its key returns the same refund, and under another key makes a second one', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    const under = (idempotencyKey: string) => sandbox.stripe.refunds.create({ payment_intent: intent, amount: 1000 }, { idempotencyKey })
    const first = await under('refund:1')
    expect((await under('refund:1')).id).toBe(first.id)
    expect((await under('refund:2')).id).not.toBe(first.id)
    expect((await chargeOf(intent))?.amount_refunded).toBe(2000)
  })

  test('is refused for an unpaid or declined payment', async () => {
    const intent = await payNew(sandbox, '4000000000000002')
    expect(await failureOf(refund(intent))).toMatchObject({ statusCode: 400, param: 'payment_intent' })
  })

  test('on the card 7726 is pending first and succeeds later', async () => {
    const given = await refund(await payNew(sandbox, '4000000000007726'))
    expect(given).toMatchObject({ status: 'pending', pending_reason: 'processing' })
    await sandbox.control('clock', { advanceSeconds: 61 })
    const settled = await sandbox.stripe.refunds.retrieve(given.id)
    expect(settled.status).toBe('succeeded')
    expect(settled.pending_reason).toBeUndefined()
    await sandbox.control('drain')
    expect(sandbox.receiver.types()).toContain('refund.updated')
  })

  test('on the card 5126 succeeds first and fails later, and the money is back on the charge', async () => {
    const intent = await payNew(sandbox, '4000000000005126')
    const given = await refund(intent)
    expect(given.status).toBe('succeeded')
    await sandbox.control('settle', { refund: given.id })
    expect(await sandbox.stripe.refunds.retrieve(given.id)).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' })
    expect(await chargeOf(intent)).toMatchObject({ amount_refunded: 0, refunded: false })
    await sandbox.control('drain')
    expect(sandbox.receiver.types()).toContain('refund.failed')
    await sandbox.control('clock', { advanceSeconds: 3600 })
    await sandbox.control('drain')
    expect(sandbox.receiver.types().filter((type) => type === 'refund.failed')).toHaveLength(1)
  })

  test('is refused while the balance is empty, also later under the same key, and made under another', async () => {
    const payment_intent = await payNew(sandbox, '4242424242424242')
    const under = (idempotencyKey: string) => sandbox.stripe.refunds.create({ payment_intent }, { idempotencyKey })
    await sandbox.control('balance', { empty: 'refuses' })
    expect(await failureOf(under('refund:1'))).toMatchObject({ statusCode: 400, code: 'balance_insufficient' })
    await sandbox.control('balance')
    expect(await failureOf(under('refund:1'))).toMatchObject({ code: 'balance_insufficient' })
    expect(await under('refund:2')).toMatchObject({ status: 'succeeded' })
  })

  test('may also wait for the balance: it is sent once there is enough, and fails if a dispute comes first', async () => {
    const [one, other] = [await payNew(sandbox, '4242424242424242'), await payNew(sandbox, '4242424242424242')]
    await sandbox.control('balance', { empty: 'pends' })
    const [first, second] = [await refund(one), await refund(other)]
    expect(first).toMatchObject({ status: 'pending', pending_reason: 'insufficient_funds' })
    await sandbox.control('dispute', { payment_intent: other, outcome: 'opened' })
    const failed = await sandbox.stripe.refunds.retrieve(second.id)
    expect(failed).toMatchObject({ status: 'failed', failure_reason: 'charge_for_pending_refund_disputed' })
    await sandbox.control('balance')
    expect((await sandbox.stripe.refunds.retrieve(first.id)).status).toBe('succeeded')
  })

  test('made in the dashboard carries no metadata of ours', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    await sandbox.control('external_refund', { payment_intent: intent, amount: 500 })
    expect((await sandbox.stripe.refunds.list({ payment_intent: intent })).data).toMatchObject([{ amount: 500, metadata: {} }])
  })
})

describe('a dispute', () => {
  test.each([
    ['4000000000000259', 'fraudulent'],
    ['4000000000002685', 'product_not_received'],
  ])('on the card %s (%s) blocks the refund until it is won', async (card, reason) => {
    const intent = await payNew(sandbox, card)
    const [dispute] = (await sandbox.stripe.disputes.list({ payment_intent: intent })).data
    expect(dispute).toMatchObject({ object: 'dispute', reason, status: 'needs_response', amount: 124_000, is_charge_refundable: false })
    expect(await chargeOf(intent)).toMatchObject({ disputed: true })
    const failure = await failureOf(refund(intent))
    expect(failure).toMatchObject({ statusCode: 400, code: 'charge_disputed' })
    expect(failure.message).toMatch(/has been charged back; cannot issue a refund/)
    await sandbox.control('dispute', { payment_intent: intent, outcome: 'won' })
    expect(await sandbox.stripe.disputes.retrieve(String(dispute?.id))).toMatchObject({ status: 'won' })
    expect(await refund(intent)).toMatchObject({ status: 'succeeded' })
    await sandbox.control('drain')
    expect(sandbox.receiver.types()).toEqual(expect.arrayContaining(['charge.dispute.created', 'charge.dispute.closed']))
  })

  test('that is lost keeps the refund blocked', async () => {
    const intent = await payNew(sandbox, '4000000000000259')
    await sandbox.control('dispute', { payment_intent: intent, outcome: 'lost' })
    expect(await failureOf(refund(intent))).toMatchObject({ code: 'charge_disputed' })
  })

  test('on the card 1976 is only an inquiry and leaves the refund possible', async () => {
    const intent = await payNew(sandbox, '4000000000001976')
    expect((await sandbox.stripe.disputes.list({ payment_intent: intent })).data).toMatchObject([{ status: 'warning_needs_response' }])
    expect(await refund(intent)).toMatchObject({ status: 'succeeded' })
    expect(await sandbox.control('dispute', { payment_intent: intent, outcome: 'warning_closed' })).toMatchObject({
      status: 'warning_closed',
    })
  })

  test('can be opened on any paid charge', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    await sandbox.control('dispute', { payment_intent: intent, outcome: 'opened' })
    expect(await failureOf(refund(intent))).toMatchObject({ code: 'charge_disputed' })
  })
})
