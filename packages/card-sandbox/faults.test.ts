import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createStripe, failureOf, payNew, sessionParams, startTestSandbox, type TestSandbox } from './test-support.ts'

const CREATE = 'POST /v1/checkout/sessions'
const REFUND = 'POST /v1/refunds'
let sandbox: TestSandbox
let hasty: Stripe
beforeEach(async () => {
  sandbox = await startTestSandbox()
  hasty = createStripe(sandbox.port, { timeout: 250 })
})
afterEach(() => sandbox.stop())

const fault = (kind: string, more: object = {}) => sandbox.control('faults', { route: CREATE, kind, ...more })
const create = (stripe: Stripe = sandbox.stripe, idempotencyKey = 'checkout:1') =>
  stripe.checkout.sessions.create(sessionParams(), { idempotencyKey })
const countSessions = async () => (await sandbox.stripe.checkout.sessions.list()).data.length

describe('a fault', () => {
  test('timeout_before loses the request, and the same key works afterwards', async () => {
    await fault('timeout_before')
    expect(await failureOf(create(hasty))).toMatchObject({ type: 'StripeConnectionError' })
    expect(await countSessions()).toBe(0)
    expect(await create()).toMatchObject({ status: 'open' })
  })

  test('timeout_after loses only the response: the same key finds the session', async () => {
    await fault('timeout_after')
    expect(await failureOf(create(hasty))).toMatchObject({ type: 'StripeConnectionError' })
    expect(await countSessions()).toBe(1)
    expect((await create()).lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(await countSessions()).toBe(1)
  })

  test('reset_after is survived by the retry of the SDK, with one refund', async () => {
    const intent = await payNew(sandbox, '4242424242424242')
    await sandbox.control('faults', { route: REFUND, kind: 'reset_after' })
    expect(await sandbox.stripe.refunds.create({ payment_intent: intent })).toMatchObject({ object: 'refund', status: 'succeeded' })
    expect((await sandbox.stripe.refunds.list({ payment_intent: intent })).data).toHaveLength(1)
    expect((await sandbox.control<{ hits: object }>('state')).hits).toMatchObject({ [REFUND]: 2 })
  })

  test('500 strikes as often as its count says and is forgotten', async () => {
    await fault('500', { count: 2 })
    expect(await failureOf(create())).toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
    expect(await failureOf(create())).toMatchObject({ statusCode: 500 })
    expect(await create()).toMatchObject({ status: 'open' })
  })

  test('500 may be saved: its key repeats it forever, though the work was done', async () => {
    await fault('500', { saved: true, done: true })
    expect(await failureOf(create())).toMatchObject({ statusCode: 500 })
    expect(await failureOf(create())).toMatchObject({ statusCode: 500, headers: { 'idempotent-replayed': 'true' } })
    expect(await countSessions()).toBe(1)
    expect(await create(sandbox.stripe, 'checkout:2')).toMatchObject({ status: 'open' })
  })

  test('429 is a rate limit that leaves nothing behind', async () => {
    await fault('429')
    expect(await failureOf(create())).toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 })
    expect(await create()).toMatchObject({ status: 'open' })
  })

  test('slow keeps the key busy: a second request with it is refused with 409', async () => {
    await fault('slow', { delayMs: 300 })
    const first = create()
    const busy = await Promise.any([create(), create()].map(failureOf))
    expect(busy).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' })
    expect(await first).toMatchObject({ status: 'open' })
    expect(await countSessions()).toBe(1)
  })

  test('html_502 is an error without a status, as a proxy would send', async () => {
    await fault('html_502')
    expect(await failureOf(create())).toMatchObject({ type: 'StripeAPIError' })
  })

  test('bare_404 is the trap we measured: the SDK resolves, and only `object` gives it away', async () => {
    await sandbox.control('faults', { route: REFUND, kind: 'bare_404' })
    const answer = await sandbox.stripe.refunds.create({ payment_intent: 'pi_1' })
    expect(answer.object).toBeUndefined()
  })

  test('is refused for a route that does not exist, so that a typing error is noticed', async () => {
    await expect(sandbox.control('faults', { route: 'POST /v1/refund', kind: '500' })).rejects.toThrow(/No such route/)
  })

  test('can strike any route, and be cleared', async () => {
    await sandbox.control('faults', { route: '*', kind: '500', count: 100 })
    expect(await failureOf(sandbox.stripe.products.list())).toMatchObject({ statusCode: 500 })
    await sandbox.control('faults/clear')
    expect((await sandbox.stripe.products.list()).data).toEqual([])
  })
})

describe('idempotency under load', () => {
  test('fifty calls with one key make one session; those that come too early get a 409', async () => {
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => create()))
    const ids = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value.id] : []))
    expect(new Set(ids).size).toBe(1)
    for (const each of results) if (each.status === 'rejected') expect(each.reason).toMatchObject({ statusCode: 409 })
    expect(await countSessions()).toBe(1)
  })

  test('a refusal made during execution is remembered by its key', async () => {
    const intent = await payNew(sandbox, '4000000000000259')
    const refund = () => sandbox.stripe.refunds.create({ payment_intent: intent }, { idempotencyKey: 'refund:1' })
    expect(await failureOf(refund())).toMatchObject({ code: 'charge_disputed' })
    await sandbox.control('dispute', { payment_intent: intent, outcome: 'won' })
    expect(await failureOf(refund())).toMatchObject({ code: 'charge_disputed', headers: { 'idempotent-replayed': 'true' } })
  })
})
