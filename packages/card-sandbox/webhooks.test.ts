import { afterEach, beforeEach, expect, test } from 'vitest'
import { payNew, sessionParams, startTestSandbox, type TestSandbox } from './test-support.ts'

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.stop())

const CARD = '4242424242424242'
const mode = (switches: object) => sandbox.control('webhooks', switches)
const drain = () => sandbox.control('drain')

test('an event is signed, carries the object as it was, and counts as delivered', async () => {
  const session = await sandbox.stripe.checkout.sessions.create(sessionParams())
  await sandbox.control('pay', { session: session.id })
  const [event] = await sandbox.receiver.waitFor(1)
  expect(event).toMatchObject({
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    data: { object: { id: session.id, object: 'checkout.session', payment_status: 'paid' } },
  })
  expect(Object.keys(event?.data.object ?? {}).filter((key) => key.startsWith('_'))).toEqual([])
  await drain()
  expect(await sandbox.stripe.events.retrieve(String(event?.id))).toMatchObject({ pending_webhooks: 0 })
  expect((await sandbox.stripe.events.list({ delivery_success: false })).data).toEqual([])
  expect((await sandbox.stripe.events.list({ delivery_success: true, types: ['checkout.session.completed'] })).data).toHaveLength(1)
})

test('a refused event is sent again until it is accepted, with growing pauses', async () => {
  sandbox.receiver.answerNext(500, 503)
  await payNew(sandbox, CARD, { wait: false })
  await drain()
  expect(sandbox.receiver.events).toEqual([])
  const pauseOf = async () => {
    const { now, deliveries } = await sandbox.control<{ now: number; deliveries: { dueMs: number; attempts: number }[] }>('state')
    return { attempts: deliveries[0]?.attempts, seconds: Math.round((deliveries[0]?.dueMs ?? 0) / 1000 - now) }
  }
  expect((await sandbox.stripe.events.list({ delivery_success: false })).data).toHaveLength(1)
  expect((await pauseOf()).attempts).toBe(1)
  await sandbox.control('clock', { advanceSeconds: 2 })
  await drain()
  const second = await pauseOf()
  expect(second.attempts).toBe(2)
  expect(second.seconds).toBeGreaterThanOrEqual(2)
  await sandbox.control('clock', { advanceSeconds: 4 })
  expect(await sandbox.receiver.waitFor(1)).toHaveLength(1)
})

test('duplicates are copies of one event', async () => {
  await mode({ duplicate: 3 })
  await payNew(sandbox, CARD)
  const events = await sandbox.receiver.waitFor(3)
  expect(new Set(events.map((event) => event.id)).size).toBe(1)
})

test('sequential copies are sent one after another, each once the previous one is accepted', async () => {
  await mode({ duplicate: 2, sequential: true })
  const openGate = sandbox.receiver.closeGate()
  await payNew(sandbox, CARD, { wait: false })
  const countArrivals = await sandbox.receiver.waitForArrivals(1)
  for (let round = 0; round < 5; round += 1) await sandbox.control('state')
  expect(countArrivals()).toBe(1)
  openGate()
  expect(await sandbox.receiver.waitFor(2)).toHaveLength(2)
})

test('reordered events arrive newest first', async () => {
  await mode({ reorder: 3 })
  const intent = await payNew(sandbox, CARD)
  await sandbox.stripe.refunds.create({ payment_intent: intent })
  await sandbox.receiver.waitFor(3)
  expect(sandbox.receiver.types()).toEqual(['charge.refunded', 'refund.created', 'checkout.session.completed'])
})

test.each([
  ['drop', 'of a disabled endpoint is never sent, and none is pending', 0],
  ['undelivered', 'that was given up is not sent again, and stays listed as undelivered', 1],
])('with %s, an event %s', async (name, _title, pending) => {
  await mode({ [name]: true })
  await payNew(sandbox, CARD)
  await mode({})
  await sandbox.control('clock', { advanceSeconds: 3600 })
  await drain()
  expect(sandbox.receiver.events).toEqual([])
  expect((await sandbox.stripe.events.list()).data).toMatchObject([{ pending_webhooks: pending }])
  expect((await sandbox.stripe.events.list({ delivery_success: false })).data).toHaveLength(pending)
})

test('a delayed event is sent when it is due by the clock', async () => {
  await mode({ delaySeconds: 600 })
  await payNew(sandbox, CARD)
  await drain()
  expect(sandbox.receiver.events).toEqual([])
  await sandbox.control('clock', { advanceSeconds: 601 })
  expect(await sandbox.receiver.waitFor(1)).toHaveLength(1)
})

test('held events go out when released, in reverse if asked, and holding ends', async () => {
  await mode({ hold: true })
  const intent = await payNew(sandbox, CARD)
  await sandbox.stripe.refunds.create({ payment_intent: intent })
  await drain()
  expect(sandbox.receiver.events).toEqual([])
  expect(await sandbox.control('release', { reverse: true })).toEqual({ released: 3 })
  await sandbox.receiver.waitFor(3)
  expect(sandbox.receiver.types()).toEqual(['charge.refunded', 'refund.created', 'checkout.session.completed'])
  await payNew(sandbox, CARD)
  expect(await sandbox.receiver.waitFor(4)).toHaveLength(4)
})

test('a thin payload has lost its fields and its version is old', async () => {
  await mode({ thin: true })
  await payNew(sandbox, CARD)
  const [event] = await sandbox.receiver.waitFor(1)
  expect(event?.api_version).toBe('2020-08-27')
  expect(Object.keys(event?.data.object ?? {})).toEqual(['id', 'object', 'created'])
})

test('an event can pretend to be live, or be signed too long ago', async () => {
  await mode({ livemode: true })
  await payNew(sandbox, CARD)
  expect((await sandbox.receiver.waitFor(1))[0]?.livemode).toBe(true)
  await mode({ signatureAgeSeconds: 400 })
  await payNew(sandbox, CARD)
  await drain()
  expect(sandbox.receiver.events).toHaveLength(1)
  expect(sandbox.receiver.refused[0]).toMatch(/[Tt]imestamp/)
})

test('a foreign event is about an object unknown to the sandbox', async () => {
  expect(await sandbox.control('foreign_event', { type: 'customer.created', object: 'cus_1' })).toMatchObject({ status: 200 })
  expect((await sandbox.receiver.waitFor(1))[0]).toMatchObject({ type: 'customer.created', data: { object: { id: 'cus_1' } } })
  expect((await sandbox.stripe.events.list()).data).toEqual([])
})

test('events can be paged from an old one to the newest', async () => {
  for (let count = 0; count < 3; count += 1) await payNew(sandbox, CARD)
  const { data } = await sandbox.stripe.events.list()
  const newer = await sandbox.stripe.events.list({ ending_before: String(data[2]?.id), limit: 1 })
  expect(newer).toMatchObject({ has_more: true, data: [{ id: data[1]?.id }] })
  expect((await sandbox.stripe.events.list({ starting_after: String(data[0]?.id) })).data).toHaveLength(2)
})
