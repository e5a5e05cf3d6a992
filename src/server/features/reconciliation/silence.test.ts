import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bookAndPay, createBuyer, nextDay, passTime, TOUR } from '../../../../tests/support/buyers.ts'
import { postEvent } from '../../../../tests/support/provider-events.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { compareBooks } from './compare.ts'
import { reconcile } from './sweep.ts'
import { watchEvents } from './silence.ts'

const HOURS = 60 * 60
let site: TestApp
let startedAt: Date

// Each test has its own site: what arrives gets the time of the database, which no test moves.
beforeEach(async () => {
  site = await createTestApp()
  startedAt = startNow()
})
afterEach(async () => site.close())

/** As the job notes it when a process starts; a second earlier, since the provider counts whole seconds. */
function startNow(): Date {
  return new Date(site.deps.now().getTime() - 1000)
}

/** Pays without an event, and has it found by asking. */
async function payInSilence(): Promise<void> {
  const session = await (await createBuyer(site)).openCheckout(TOUR, 1, nextDay())
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session, { wait: false })
  await site.cards.tell('webhooks')
  await reconcile(site.deps, site.app.log, 0)
}

async function tasks() {
  return site.deps.db
    .selectFrom('tasks')
    .select(['kind', 'cause', 'outcome'])
    .where('kind', '=', 'events_stopped')
    .orderBy('opened_at')
    .execute()
}

test('money that moved two hours ago without any event is a task, once, settled when events come again', async () => {
  await payInSilence()
  await passTime(site, 1.5 * HOURS)
  await watchEvents(site.deps, startedAt)
  expect(await tasks()).toEqual([])
  await passTime(site, 1.5 * HOURS)
  await watchEvents(site.deps, startedAt)
  await watchEvents(site.deps, startedAt)
  expect(await tasks()).toMatchObject([
    { kind: 'events_stopped', cause: expect.stringContaining('we’ve received no event so far'), outcome: null },
  ])
  await postEvent(site, 'checkout.session.completed', `cs_${randomUUID()}`)
  await watchEvents(site.deps, startedAt)
  expect(await tasks()).toMatchObject([{ outcome: 'Events are arriving again.' }])
})

test('what moved while the site was down shows nothing once it is up again; what moves then does', async () => {
  await payInSilence()
  await passTime(site, 12 * HOURS)
  startedAt = startNow()
  await watchEvents(site.deps, startedAt)
  expect(await tasks()).toEqual([])
  await payInSilence()
  await passTime(site, 3 * HOURS)
  await watchEvents(site.deps, startedAt)
  expect(await tasks()).toHaveLength(1)
})

test('a person who has closed the task is not asked again before events have come and stopped anew', async () => {
  await payInSilence()
  await passTime(site, 3 * HOURS)
  await watchEvents(site.deps, startedAt)
  await site.deps.db.updateTable('tasks').set({ closed_at: site.deps.now(), outcome: 'Told the provider.' }).execute()
  await watchEvents(site.deps, startedAt)
  expect(await tasks()).toMatchObject([{ outcome: 'Told the provider.' }])
})

test('events that we fetched ourselves do not show that they come', async () => {
  await payInSilence()
  await compareBooks(site.deps, site.app.log, { days: 1, ageMs: 0, limitMs: 60_000 })
  await passTime(site, 3 * HOURS)
  await watchEvents(site.deps, startedAt)
  expect(await tasks()).toHaveLength(1)
})

test('a refund at the provider without an event is noticed too, and quiet hours without any money are not', async () => {
  await watchEvents(site.deps, startedAt)
  const booking = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  await passTime(site, 3 * HOURS)
  await watchEvents(site.deps, startedAt)
  expect(await tasks()).toEqual([])
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('external_refund', { payment_intent: booking.stripeid, amount: 100 })
  await compareBooks(site.deps, site.app.log, { days: 2, ageMs: 0, limitMs: 60_000 })
  await passTime(site, 3 * HOURS)
  await watchEvents(site.deps, startedAt)
  expect(await tasks()).toHaveLength(1)
})
