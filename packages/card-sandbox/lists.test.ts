import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessionParams, startTestSandbox, type TestSandbox } from './test-support.ts'

// The lists that reconciling the books relies on: everything in a time span, with the payment it belongs to.

let sandbox: TestSandbox
beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.stop())

/** Returns the id of the PaymentIntent. */
async function payFor(attempt: string, pay: object = {}): Promise<string> {
  const params = sessionParams({ payment_intent_data: { metadata: { attempt_id: attempt } } })
  const session = await sandbox.stripe.checkout.sessions.create(params)
  return (await sandbox.control<{ payment_intent: string }>('pay', { session: session.id, ...pay })).payment_intent
}

const now = async () => (await sandbox.control<{ now: number }>('state')).now

test('charges in a time span carry the metadata of their payment, without earlier or later ones', async () => {
  await payFor('earlier')
  await sandbox.control('clock', { advanceSeconds: 100 })
  const from = await now()
  const intent = await payFor('within')
  await sandbox.control('clock', { advanceSeconds: 100 })
  const until = await now()
  await payFor('later')
  const { data } = await sandbox.stripe.charges.list({ created: { gte: from, lt: until } })
  expect(data).toMatchObject([
    { payment_intent: intent, status: 'succeeded', amount_captured: 124_000, metadata: { attempt_id: 'within' } },
  ])
})

test('refunds and disputes in a time span lead to the metadata of their payment', async () => {
  const intent = await payFor('refunded', { card: '4000000000001976' })
  await sandbox.control('external_refund', { payment_intent: intent, amount: 100 })
  const created = { gte: (await now()) - 100 }
  for (const { data } of [
    await sandbox.stripe.refunds.list({ created, expand: ['data.charge'] }),
    await sandbox.stripe.disputes.list({ created, expand: ['data.charge'] }),
  ]) {
    expect(data).toMatchObject([{ metadata: {}, payment_intent: intent, charge: { metadata: { attempt_id: 'refunded' } } }])
  }
  expect((await sandbox.stripe.refunds.list({ created: { lt: created.gte } })).data).toEqual([])
  expect((await sandbox.stripe.disputes.list({ created: { lt: created.gte } })).data).toEqual([])
})

test('an event is listed as undelivered until the endpoint accepts it, for ever if it was given up, and never if the endpoint was disabled', async () => {
  const undelivered = async () => {
    const { data } = await sandbox.stripe.events.list({ delivery_success: false, types: ['checkout.session.completed'] })
    return data.map((event) => (event.data.object as { payment_intent?: string }).payment_intent)
  }
  await sandbox.control('webhooks', { hold: true })
  const held = await payFor('held')
  await sandbox.control('webhooks', { undelivered: true })
  const givenUp = await payFor('given up')
  await sandbox.control('webhooks', { drop: true })
  await payFor('unsent')
  expect(await undelivered()).toEqual([givenUp, held])
  await sandbox.control('release')
  await sandbox.control('drain')
  expect(await undelivered()).toEqual([givenUp])
})
