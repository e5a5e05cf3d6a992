import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { failureOf, payNew, sessionParams, SITE, startTestSandbox, type TestSandbox } from './test-support.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.stop())

const create = (changes = {}) => sandbox.stripe.checkout.sessions.create(sessionParams(changes))

describe('a payment', () => {
  test('completes the session and links it to a payment intent and a charge with a receipt', async () => {
    const session = await create({ payment_intent_data: { metadata: { booking: '7' } }, customer_email: 'ada@example.com' })
    await sandbox.control('pay', { session: session.id, card: '4242 4242 4242 4242', name: 'Ada', wait: true })
    const paid = await sandbox.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] })
    expect(paid).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'ada@example.com', name: 'Ada' },
    })
    const intent = paid.payment_intent
    if (typeof intent !== 'object' || intent === null) throw new Error('not expanded')
    expect(intent).toMatchObject({
      object: 'payment_intent',
      status: 'succeeded',
      amount: 124_000,
      amount_received: 124_000,
      metadata: { booking: '7' },
    })
    expect(intent.latest_charge).toMatchObject({
      object: 'charge',
      paid: true,
      metadata: { booking: '7' },
      amount_refunded: 0,
      disputed: false,
    })
    const charges = await sandbox.stripe.charges.list({ payment_intent: intent.id })
    expect(charges.data[0]?.receipt_url).toBe(`${SITE}/card-sandbox/receipts/${charges.data[0]?.id}`)
    const found = await sandbox.stripe.checkout.sessions.list({ payment_intent: intent.id })
    expect(found.data.map((each) => each.id)).toEqual([session.id])
    expect((await sandbox.stripe.paymentIntents.list()).data).toHaveLength(1)
    expect(sandbox.receiver.types()).toEqual(['checkout.session.completed'])
  })

  test.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4000000000000119', 'processing_error', undefined],
  ])('with the card %s is declined as %s and leaves the session open for another card', async (card, code, declineCode) => {
    const session = await create()
    expect(await sandbox.control('pay', { session: session.id, card })).toMatchObject({ kind: 'declined', error: { code } })
    const open = await sandbox.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent.latest_charge'] })
    expect(open).toMatchObject({
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: { status: 'requires_payment_method', last_payment_error: { code }, latest_charge: { status: 'failed', paid: false } },
    })
    if (declineCode !== undefined) expect(open).toHaveProperty('payment_intent.last_payment_error.decline_code', declineCode)
    expect(await sandbox.control('pay', { session: session.id, card: '4242424242424242' })).toMatchObject({ kind: 'paid' })
  })

  test.each(['4000002500003155', '4000002760003184'])('with the card %s waits for 3-D Secure', async (card) => {
    const session = await create()
    expect(await sandbox.control('pay', { session: session.id, card })).toMatchObject({ kind: 'authenticate' })
    expect(await sandbox.stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] })).toMatchObject({
      status: 'open',
      payment_intent: { status: 'requires_action' },
    })
    expect(await sandbox.control('pay', { session: session.id, card, authenticate: 'fail' })).toMatchObject({ kind: 'declined' })
    expect(await sandbox.control('pay', { session: session.id, card, authenticate: 'complete' })).toMatchObject({ kind: 'paid' })
  })

  test('happens once: a paid session refuses a second one, and cannot be expired', async () => {
    const session = await create()
    await sandbox.control('pay', { session: session.id })
    expect(await sandbox.control('pay', { session: session.id })).toMatchObject({ kind: 'closed', status: 'complete' })
    expect((await sandbox.stripe.charges.list()).data).toHaveLength(1)
    expect((await failureOf(sandbox.stripe.checkout.sessions.expire(session.id))).message).toMatch(/status of complete/)
  })

  test('with a number outside the list is refused and the number is stored nowhere', async () => {
    const session = await create()
    await expect(sandbox.control('pay', { session: session.id, card: '5555555555554444' })).rejects.toThrow(/test cards/)
    expect((await sandbox.stripe.charges.list()).data).toEqual([])
  })

  test('can be forced on an expired session, like a late payment at the provider', async () => {
    const session = await create()
    await sandbox.stripe.checkout.sessions.expire(session.id)
    expect(await sandbox.control('pay', { session: session.id })).toMatchObject({ kind: 'closed', status: 'expired' })
    await sandbox.control('pay', { session: session.id, force: true })
    expect(await sandbox.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'complete', payment_status: 'paid' })
  })

  test('can be made to differ from the agreed amount and currency, once', async () => {
    await sandbox.control('alter', { amount: 99_900, currency: 'inr' })
    const altered = await payNew(sandbox, '4242424242424242')
    expect(await sandbox.stripe.paymentIntents.retrieve(altered)).toMatchObject({ amount: 99_900, currency: 'inr' })
    const ordinary = await payNew(sandbox, '4242424242424242')
    expect(await sandbox.stripe.paymentIntents.retrieve(ordinary)).toMatchObject({ amount: 124_000, currency: 'usd' })
  })

  test.each(['succeeded', 'failed'] as const)('by a delayed method completes unpaid and has %s later', async (outcome) => {
    const session = await create()
    await sandbox.control('pay', { session: session.id, delayed: true, wait: true })
    expect(await sandbox.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'complete', payment_status: 'unpaid' })
    await sandbox.control('settle', { session: session.id, outcome })
    await sandbox.control('drain')
    expect(sandbox.receiver.types()).toEqual(['checkout.session.completed', `checkout.session.async_payment_${outcome}`])
    expect(await sandbox.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({
      payment_status: outcome === 'succeeded' ? 'paid' : 'unpaid',
    })
  })
})

describe('the clock', () => {
  test('expires a session when its time has come and says so', async () => {
    const session = await create({ expires_at: Math.floor(Date.now() / 1000) + 35 * 60 })
    await sandbox.control('clock', { advanceSeconds: 34 * 60 })
    expect(await sandbox.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'open' })
    await sandbox.control('clock', { advanceSeconds: 2 * 60 })
    expect(await sandbox.stripe.checkout.sessions.retrieve(session.id)).toMatchObject({ status: 'expired', url: null })
    const [event] = await sandbox.receiver.waitFor(1)
    expect(event).toMatchObject({ type: 'checkout.session.expired', data: { object: { id: session.id, status: 'expired' } } })
  })

  test('lets an idempotency key be used afresh after 24 hours', async () => {
    const once = () => sandbox.stripe.checkout.sessions.create(sessionParams(), { idempotencyKey: 'checkout:1' })
    const first = await once()
    await sandbox.control('clock', { advanceSeconds: 23 * 60 * 60 })
    expect((await once()).id).toBe(first.id)
    await sandbox.control('clock', { advanceSeconds: 60 * 60 })
    expect((await once()).id).not.toBe(first.id)
  })
})

describe('a session', () => {
  test('may be priced in pounds or rupees, but not in two currencies', async () => {
    const line = (currency: string) => ({ price_data: { currency, unit_amount: 50_000, product_data: { name: 'Van' } }, quantity: 1 })
    expect(await create({ line_items: [line('gbp')] })).toMatchObject({ currency: 'gbp', amount_total: 50_000 })
    expect(await create({ line_items: [line('inr')] })).toMatchObject({ currency: 'inr' })
    expect(await failureOf(create({ line_items: [line('gbp'), line('inr')] }))).toMatchObject({ statusCode: 400, param: 'line_items' })
    expect(await failureOf(create({ line_items: [line('jpy')] }))).toMatchObject({
      statusCode: 400,
      param: 'line_items[0][price_data][currency]',
    })
  })

  test('refuses what the sandbox does not offer: subscriptions, bad addresses, oversized metadata', async () => {
    expect(await failureOf(create({ mode: 'subscription' }))).toMatchObject({ statusCode: 400, param: 'mode' })
    expect(await failureOf(create({ success_url: 'pay/return' }))).toMatchObject({
      statusCode: 400,
      code: 'url_invalid',
      param: 'success_url',
    })
    expect(await failureOf(create({ metadata: { note: 'x'.repeat(501) } }))).toMatchObject({ statusCode: 400, param: 'metadata' })
    expect(await failureOf(create({ adaptive_pricing: { enabled: { odd: 1 } } }))).toMatchObject({ statusCode: 400 })
    expect(await failureOf(create({ expand: ['success_url'] }))).toMatchObject({ statusCode: 400 })
  })
})
