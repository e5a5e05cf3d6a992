import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureOf, sessionParams, startTestSandbox, type TestSandbox } from './test-support.ts'

// Set STRIPE_TEST_KEY=sk_test_… to run the same assertions against Stripe's own test mode.
const realKey = process.env['STRIPE_TEST_KEY']
const run = crypto.randomUUID()
let sandbox: TestSandbox | undefined
let stripe: Stripe

beforeAll(async () => {
  if (realKey !== undefined) {
    stripe = new Stripe(realKey, { telemetry: false })
    return
  }
  sandbox = await startTestSandbox()
  stripe = sandbox.stripe
})
afterAll(() => sandbox?.stop())

const nowSeconds = () => Math.floor(Date.now() / 1000)

describe('the wire contract', () => {
  test('a product and its price can be created, read, listed and retired', async () => {
    const product = await stripe.products.create({ name: 'Lofoten', metadata: { tour: run } })
    const price = await stripe.prices.create({ product: product.id, currency: 'gbp', unit_amount: 45_000 })
    expect(price).toMatchObject({
      object: 'price',
      active: true,
      currency: 'gbp',
      unit_amount: 45_000,
      product: product.id,
      livemode: false,
    })
    const read = await stripe.prices.retrieve(price.id, { expand: ['product'] })
    expect(read.product).toMatchObject({ id: product.id, name: 'Lofoten', metadata: { tour: run } })
    expect((await stripe.prices.list({ product: product.id })).data.map((each) => each.id)).toEqual([price.id])
    expect(await stripe.prices.update(price.id, { active: false })).toMatchObject({ active: false })
    const failure = await failureOf(stripe.checkout.sessions.create(sessionParams({ line_items: [{ price: price.id, quantity: 1 }] })))
    expect(failure).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 })
    expect(failure.message).toMatch(/inactive/)
  })

  test('a new session is open, unpaid, and has no payment intent yet', async () => {
    const session = await stripe.checkout.sessions.create(
      sessionParams({
        client_reference_id: run,
        customer_email: 'ada@example.com',
        metadata: { booking: '7' },
        allowed_payment_method_types: ['card'],
        adaptive_pricing: { enabled: false },
      }),
    )
    expect(session).toMatchObject({
      object: 'checkout.session',
      mode: 'payment',
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      amount_total: 124_000,
      currency: 'usd',
      client_reference_id: run,
      customer_email: 'ada@example.com',
      metadata: { booking: '7' },
      livemode: false,
      success_url: sessionParams().success_url,
    })
    expect(session.id).toMatch(/^cs_test_/)
    expect(session.url).toMatch(/^https?:\/\//)
    expect(session.expires_at - session.created).toBe(24 * 60 * 60)
  })

  test('the line items of a session can be expanded and listed', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams())
    const session = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items', 'payment_intent.latest_charge'] })
    expect(session.line_items?.data).toMatchObject([
      { description: 'Lofoten', quantity: 2, amount_total: 124_000, price: { unit_amount: 62_000 } },
    ])
    expect((await stripe.checkout.sessions.listLineItems(id)).data).toHaveLength(1)
    expect((await stripe.checkout.sessions.retrieve(id)).line_items).toBeUndefined()
  })

  test('an open session can be expired once', async () => {
    const { id } = await stripe.checkout.sessions.create(sessionParams())
    expect(await stripe.checkout.sessions.expire(id)).toMatchObject({ status: 'expired', url: null })
    const failure = await failureOf(stripe.checkout.sessions.expire(id))
    expect(failure).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 })
    expect(failure.message).toContain(
      'Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of',
    )
  })

  test('a session lives between 30 minutes and 24 hours', async () => {
    const soon = await failureOf(stripe.checkout.sessions.create(sessionParams({ expires_at: nowSeconds() + 20 * 60 })))
    expect(soon).toMatchObject({ statusCode: 400, param: 'expires_at' })
    expect(soon.message).toMatch(/at least 30 minutes/)
    const late = await failureOf(stripe.checkout.sessions.create(sessionParams({ expires_at: nowSeconds() + 25 * 60 * 60 })))
    expect(late).toMatchObject({ statusCode: 400, param: 'expires_at' })
    expect(late.message).toMatch(/less than 24 hours/)
    const expiresAt = nowSeconds() + 35 * 60
    expect(await stripe.checkout.sessions.create(sessionParams({ expires_at: expiresAt }))).toMatchObject({ expires_at: expiresAt })
  })

  test('an unknown parameter is refused by name, among them the removed payment_method_types', async () => {
    const given = { ...sessionParams(), payment_method_types: ['card'] }
    expect(await failureOf(stripe.checkout.sessions.create(given))).toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'payment_method_types',
    })
    const other = { ...sessionParams(), surprise: '1' }
    expect(await failureOf(stripe.checkout.sessions.create(other))).toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'surprise',
    })
  })

  test('a missing parameter is named', async () => {
    const failure = await failureOf(stripe.products.create({ name: undefined } as unknown as Stripe.ProductCreateParams))
    expect(failure).toMatchObject({ statusCode: 400, code: 'parameter_missing', param: 'name' })
  })

  test('a total below the minimum is refused', async () => {
    const tiny = { price_data: { currency: 'usd', unit_amount: 10, product_data: { name: 'Postcard' } }, quantity: 1 }
    expect(await failureOf(stripe.checkout.sessions.create(sessionParams({ line_items: [tiny] })))).toMatchObject({
      statusCode: 400,
      code: 'amount_too_small',
    })
  })

  test('an id that names nothing gets a 404 with an error object', async () => {
    for (const call of [
      stripe.checkout.sessions.retrieve('cs_test_nothing'),
      stripe.paymentIntents.retrieve('pi_nothing'),
      stripe.refunds.retrieve('re_nothing'),
      stripe.charges.retrieve('ch_nothing'),
      stripe.balanceTransactions.retrieve('txn_nothing'),
      stripe.payouts.retrieve('po_nothing'),
      stripe.prices.retrieve('price_nothing'),
      stripe.refunds.create({ payment_intent: 'pi_nothing' }),
    ]) {
      expect(await failureOf(call)).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404, code: 'resource_missing' })
    }
  })

  test('a free-text refund reason is refused', async () => {
    const failure = await failureOf(stripe.refunds.create({ payment_intent: 'pi_nothing', reason: 'we changed our minds' as 'duplicate' }))
    expect(failure).toMatchObject({ statusCode: 400, param: 'reason' })
  })

  test('an unknown endpoint and a wrong key are errors of distinct classes', async () => {
    expect(await failureOf(stripe.rawRequest('GET', '/v1/no_such_thing'))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
    })
    const foreign =
      sandbox === undefined
        ? new Stripe('sk_test_wrong')
        : new Stripe('sk_test_wrong', { host: '127.0.0.1', port: sandbox.port, protocol: 'http', telemetry: false })
    expect(await failureOf(foreign.products.list())).toMatchObject({ type: 'StripeAuthenticationError', statusCode: 401 })
  })

  test('the same key and parameters return the first result again', async () => {
    const idempotencyKey = `checkout:${crypto.randomUUID()}`
    const first = await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey })
    const again = await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey })
    expect(again.id).toBe(first.id)
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined()
  })

  test('the same key with other parameters is an idempotency error', async () => {
    const idempotencyKey = `checkout:${crypto.randomUUID()}`
    await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey })
    const failure = await failureOf(stripe.checkout.sessions.create(sessionParams({ client_reference_id: 'other' }), { idempotencyKey }))
    expect(failure).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  test('a failed validation is not remembered by its key', async () => {
    const idempotencyKey = `checkout:${crypto.randomUUID()}`
    await failureOf(
      stripe.checkout.sessions.create({ ...sessionParams(), surprise: '1' } as Stripe.Checkout.SessionCreateParams, { idempotencyKey }),
    )
    expect(await stripe.checkout.sessions.create(sessionParams(), { idempotencyKey })).toMatchObject({ status: 'open' })
  })

  test('lists are newest first and can be paged both ways', async () => {
    const product = await stripe.products.create({ name: 'Pages' })
    const ids: string[] = []
    for (const unit_amount of [100, 200, 300, 400, 500]) {
      ids.unshift((await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount })).id)
    }
    const first = await stripe.prices.list({ product: product.id, limit: 2 })
    expect(first).toMatchObject({ object: 'list', has_more: true })
    const next = await stripe.prices.list({ product: product.id, limit: 2, starting_after: ids[1] ?? '' })
    const back = await stripe.prices.list({ product: product.id, limit: 2, ending_before: ids[4] ?? '' })
    expect(next.data.map((each) => each.id)).toEqual(ids.slice(2, 4))
    expect(back.has_more).toBe(true)
    expect(back.data.map((each) => each.id)).toEqual(ids.slice(2, 4))
    const all: string[] = []
    for await (const price of stripe.prices.list({ product: product.id, limit: 2 })) all.push(price.id)
    expect(all.sort()).toEqual([...ids].sort())
  })

  test('sessions can be found by status and time of creation', async () => {
    const session = await stripe.checkout.sessions.create(sessionParams())
    const found = await stripe.checkout.sessions.list({ status: 'open', created: { gte: session.created }, limit: 100 })
    expect(found.data.map((each) => each.id)).toContain(session.id)
    expect((await stripe.checkout.sessions.list({ created: { lt: 1_000_000 } })).data).toEqual([])
  })

  test('charges, refunds, disputes, movements, payouts and undelivered events can be listed by time, with the charge of each', async () => {
    const created = { gte: 1_000, lt: 1_000_000 }
    expect((await stripe.charges.list({ created, limit: 100 })).data).toEqual([])
    expect((await stripe.refunds.list({ created, expand: ['data.charge'], limit: 100 })).data).toEqual([])
    expect((await stripe.disputes.list({ created, expand: ['data.charge'], limit: 100 })).data).toEqual([])
    expect((await stripe.balanceTransactions.list({ created, currency: 'usd', expand: ['data.source'], limit: 100 })).data).toEqual([])
    expect((await stripe.payouts.list({ created, status: 'paid', limit: 100 })).data).toEqual([])
    expect(await stripe.balance.retrieve()).toMatchObject({ object: 'balance', livemode: false })
    const types = ['checkout.session.completed', 'refund.created']
    expect((await stripe.events.list({ created, delivery_success: false, types, limit: 100 })).data).toEqual([])
  })

  test('a signed body is verified with the SDK, a tampered one refused', () => {
    const payload = JSON.stringify({ id: 'evt_1', object: 'event' })
    const header = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_x' })
    expect(stripe.webhooks.constructEvent(payload, header, 'whsec_x').id).toBe('evt_1')
    expect(() => stripe.webhooks.constructEvent(`${payload} `, header, 'whsec_x')).toThrow()
  })
})
