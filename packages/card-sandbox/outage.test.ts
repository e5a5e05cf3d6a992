import { afterEach, beforeEach, expect, test } from 'vitest'
import { sessionParams, startTestSandbox, type TestSandbox } from './test-support.ts'

const SESSIONS = 300
let sandbox: TestSandbox

beforeEach(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.stop())

test('the backlog of an outage reaches the site twenty events at a time, and calls are answered in between', async () => {
  const expires_at = Math.floor(Date.now() / 1000) + 40 * 60
  await Promise.all(Array.from({ length: SESSIONS }, () => sandbox.stripe.checkout.sessions.create(sessionParams({ expires_at }))))
  const open = sandbox.receiver.closeGate()
  // They all end at once, as after an outage of the sandbox.
  await sandbox.control('clock', { advanceSeconds: 60 * 60 })
  const arrived = await sandbox.receiver.waitForArrivals(20)
  const { counts } = await sandbox.control<{ counts: Record<string, number> }>('state')
  expect(counts).toMatchObject({ task: 0, event: SESSIONS, delivery: SESSIONS })
  expect(arrived()).toBe(20)
  expect((await sandbox.stripe.checkout.sessions.list({ status: 'open' })).data).toEqual([])
  open()
  expect(new Set((await sandbox.receiver.waitFor(SESSIONS)).map(({ id }) => id)).size).toBe(SESSIONS)
})

test('remembered responses are forgotten after a day without a restart', async () => {
  await sandbox.stripe.checkout.sessions.create(sessionParams())
  await sandbox.control('clock', { advanceSeconds: 25 * 60 * 60 })
  await sandbox.stripe.products.list()
  const { counts } = await sandbox.control<{ counts: Record<string, number> }>('state')
  expect(counts['answer']).toBe(0)
})
