import { writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createRecorder, judge, samplesOf } from './fidelity.ts'
import type { PastPayment } from './past.ts'
import { routeNames } from './routes.ts'
import { startCardSandbox } from './sandbox.ts'
import { failureOf, payNew, sessionParams, SITE, startTestSandbox, type TestSandbox } from './test-support.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.stop())

type Recorder = ReturnType<typeof createRecorder>
const CARD = '4242424242424242'

/** Pays a new session, and returns the id of its PaymentIntent. */
const pay = async (card = CARD, how: object = {}) => payNew(sandbox, card, how)
const dispute = async (payment_intent: string, outcome: string, more: object = {}) =>
  sandbox.control<{ id: string }>('dispute', { payment_intent, outcome, ...more })

async function sell({ stripe }: Recorder): Promise<void> {
  const product = await stripe.products.create({ name: 'Lofoten', description: 'Islands', metadata: { tour: '7' } })
  await stripe.products.update(product.id, { name: 'Lofoten islands' })
  await stripe.products.retrieve(product.id)
  await stripe.products.list()
  const price = await stripe.prices.create({ product: product.id, currency: 'gbp', unit_amount: 45_000, nickname: 'Adult' })
  await stripe.prices.retrieve(price.id, { expand: ['product'] })
  await stripe.prices.update(price.id, { active: false })
  await stripe.prices.list({ expand: ['data.product'] })
  const open = await stripe.checkout.sessions.create(
    sessionParams({
      adaptive_pricing: { enabled: false },
      allowed_payment_method_types: ['card'],
      client_reference_id: '7',
      custom_text: { submit: { message: 'Free to cancel until Friday.' } },
      customer_email: 'ada@example.com',
      payment_intent_data: { description: 'Lofoten', metadata: { attempt_id: '7' } },
    }),
  )
  await stripe.checkout.sessions.listLineItems(open.id)
  await stripe.checkout.sessions.expire(open.id)
}

async function takePayments(): Promise<void> {
  await pay('4000000000000002')
  await pay('4000002500003155', { authenticate: 'complete' })
  await pay('4000002500003155', { authenticate: 'fail' })
  await pay('4000002500003155')
  for (const outcome of ['succeeded', 'failed']) {
    const session = await sandbox.stripe.checkout.sessions.create(sessionParams())
    await sandbox.control('pay', { session: session.id, delayed: true })
    await sandbox.control('settle', { session: session.id, outcome })
  }
  const waiting = await sandbox.stripe.checkout.sessions.create(sessionParams())
  await sandbox.control('pay', { session: waiting.id, delayed: true })
}

async function refund({ stripe }: Recorder): Promise<void> {
  const made = await stripe.refunds.create({ payment_intent: await pay(), amount: 500, metadata: { refund_id: '9' } })
  await stripe.refunds.retrieve(made.id, { expand: ['charge', 'payment_intent', 'balance_transaction'] })
  await stripe.refunds.create({ payment_intent: await pay('4000000000007726'), reason: 'requested_by_customer' })
  const failing = await stripe.refunds.create({ payment_intent: await pay('4000000000005126') })
  await sandbox.control('settle', { refund: failing.id })
  await sandbox.control('balance', { empty: 'pends' })
  await stripe.refunds.create({ payment_intent: await pay() })
  await sandbox.control('balance')
}

/** Leaves a dispute in each status. */
async function disputeAll(): Promise<void> {
  await pay('4000000000000259')
  await pay('4000000000001976')
  await dispute(await pay(), 'prevented', { amount: 100 })
  for (const ways of [
    ['inquiry', 'warning_under_review'],
    ['inquiry', 'warning_closed'],
    ['opened', 'under_review'],
    ['opened', 'won'],
    ['opened', 'lost'],
    ['opened', 'appeal_needs_response'],
    ['opened', 'appeal_needs_response', 'appeal_under_review'],
  ]) {
    const intent = await pay()
    for (const outcome of ways) await dispute(intent, outcome)
  }
}

async function payOut({ stripe }: Recorder): Promise<void> {
  await sandbox.control('clock', { advanceSeconds: 4 * 24 * 60 * 60 })
  const [payout] = (await stripe.payouts.list()).data
  await stripe.payouts.retrieve(payout?.id ?? '', { expand: ['balance_transaction'] })
  await sandbox.control('payout', { payout: payout?.id, outcome: 'failed' })
  await stripe.payouts.list()
}

/** Lists everything, each with what can be expanded, and reads the newest of each again. */
async function readAll({ stripe }: Recorder): Promise<void> {
  const limit = 100
  const [session] = (await stripe.checkout.sessions.list({ limit, expand: ['data.line_items', 'data.payment_intent.latest_charge'] })).data
  if (session) await stripe.checkout.sessions.retrieve(session.id)
  const [intent] = (await stripe.paymentIntents.list({ limit })).data
  await stripe.paymentIntents.retrieve(intent?.id ?? '', { expand: ['latest_charge.balance_transaction'] })
  const [charge] = (await stripe.charges.list({ limit, expand: ['data.refunds', 'data.balance_transaction'] })).data
  await stripe.charges.retrieve(charge?.id ?? '')
  await stripe.refunds.list({ limit, expand: ['data.charge'] })
  const [disputed] = (await stripe.disputes.list({ limit, expand: ['data.charge'] })).data
  await stripe.disputes.retrieve(disputed?.id ?? '')
  const [movement] = (await stripe.balanceTransactions.list({ limit, expand: ['data.source'] })).data
  await stripe.balanceTransactions.retrieve(movement?.id ?? '')
  await stripe.balance.retrieve()
  await stripe.webhookEndpoints.list()
}

async function fail({ stripe }: Recorder): Promise<void> {
  const idempotencyKey = 'checkout:1'
  await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey })
  await failureOf(stripe.charges.retrieve('ch_nothing'))
  await failureOf(stripe.rawRequest('GET', '/v1/no_such_thing'))
  await failureOf(stripe.products.create({ name: 'x', surprise: '1' } as { name: string }))
  await failureOf(stripe.checkout.sessions.create(sessionParams({ client_reference_id: '8' }), { idempotencyKey }))
  await failureOf(stripe.products.list({}, { apiKey: 'sk_test_wrong' }))
  for (const kind of ['500', '429']) {
    await sandbox.control('faults', { route: 'GET /v1/products', kind })
    await failureOf(stripe.products.list())
  }
}

describe('the published shape', () => {
  test('is that of every response and every event, on each route', async () => {
    const recorder = createRecorder(sandbox.port)
    await sell(recorder)
    await takePayments()
    await refund(recorder)
    await disputeAll()
    await payOut(recorder)
    await readAll(recorder)
    await fail(recorder)
    const [event] = (await recorder.stripe.events.list({ limit: 100 })).data
    await recorder.stripe.events.retrieve(event?.id ?? '')
    await sandbox.control('drain')
    const { hits } = await sandbox.control<{ hits: Record<string, number> }>('state')
    expect(routeNames.filter((route) => hits[route] === undefined)).toEqual([])
    const delivered = sandbox.receiver.events.flatMap((each) => samplesOf('webhook', each))
    expect(judge([...recorder.samples, ...delivered])).toEqual([])
  })

  test('is that of a past, too', async () => {
    const at = { created: 1_700_000_000, paid: 1_700_000_100, expires_at: 1_700_002_000 }
    const past: PastPayment = {
      ...at,
      session: 'cs_past_1',
      payment_intent: 'pi_past_1',
      amount: 10_000,
      currency: 'usd',
      customer_email: 'ada@example.test',
      success_url: `${SITE}/paid`,
      metadata: { attempt_id: '7' },
      refunds: [{ id: 're_past_1', amount: 300, created: at.paid, status: 'failed', failure_reason: 'lost_or_stolen_card', metadata: {} }],
      disputes: [{ id: 'du_past_1', created: at.paid, due_by: null }],
    }
    const pastFile = `${sandbox.stateFile}.past`
    writeFileSync(pastFile, `${JSON.stringify(past)}\n`)
    const older = await startCardSandbox({ port: 0, stateFile: `${sandbox.stateFile}.older`, pastFile, publicPath: '/card-sandbox' })
    const recorder = createRecorder(older.port)
    await readAll(recorder)
    await recorder.stripe.payouts.list()
    await older.close()
    expect(judge(recorder.samples)).toEqual([])
  })

  test('tells a missing field, an unknown one, and a value that is not listed', async () => {
    const product = { ...(await sandbox.stripe.products.create({ name: 'Lofoten' })) }
    const sample = (body: object) => ({ from: 'here', type: 'Stripe.Product', body })
    const { images: _images, ...without } = product
    expect(judge([sample(product)])).toEqual([])
    expect(judge([sample(without), sample({ ...product, colour: 'red' }), sample({ ...product, type: 'island' })])).toEqual([
      expect.stringMatching(/^here: Property 'images' is missing/),
      expect.stringMatching(/^here: .*"colour"' does not exist in type 'Product'/),
      expect.stringMatching(/^here: Type '"island"' is not assignable/),
    ])
  })
})
