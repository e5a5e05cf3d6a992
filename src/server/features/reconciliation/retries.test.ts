import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { CardProviderError } from '#server/lib/card-provider.ts'
import { unlessRunning } from '#server/lib/db.ts'
import { bookingsOn, createBuyer, loseHolds, nextDay, passTime, tasksOn, TOUR } from '../../../../tests/support/buyers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { processEvent } from './events.ts'
import { reconcile, settleDoubts } from './sweep.ts'

const site = await openPaymentSite()
const { log } = site.app

beforeEach(async () => {
  await site.deps.db.deleteFrom('provider_events').execute()
  await site.deps.db.deleteFrom('tasks').execute()
})

/** Stores events as an earlier outage has left them; `type` and `object_id` say what they are about. */
async function storeEvents(count: number, event = { type: 'refund.updated', object_id: 're_poison' }): Promise<string[]> {
  const received_at = site.deps.now()
  const ids = Array.from({ length: count }, () => `evt_${randomUUID()}`)
  const rows = ids.map((id) => ({ id, ...event, received_at, next_try_at: received_at }))
  await site.deps.db.insertInto('provider_events').values(rows).execute()
  return ids
}

/** From now on the provider does not say how a refund stands. */
async function poison(): Promise<void> {
  await site.cards.tell('faults', { route: 'GET /v1/refunds/:id', kind: '429', count: 100_000 })
}

async function eventRow(id = '') {
  return site.deps.db.selectFrom('provider_events').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

test('a hundred and fifty events that cannot be processed do not stop the one behind them', async () => {
  await poison()
  await storeEvents(150)
  const day = nextDay()
  const session = await (await createBuyer(site)).openCheckout(TOUR, 1, day)
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.pay(session)
  const [id] = await storeEvents(1, { type: 'checkout.session.completed', object_id: session })
  await passTime(site, 61)
  await reconcile(site.deps, log)
  expect((await eventRow(id)).processed_at).not.toBeNull()
  expect((await bookingsOn(site, day)).map(({ status }) => status)).toEqual(['confirmed'])
})

test('what fails is tried again after pauses that grow, and told once to a person when it has failed for long', async () => {
  await poison()
  const [id = ''] = await storeEvents(1)
  await passTime(site, 61)
  const minutes: number[] = []
  for (let tries = 1; tries <= 9; tries++) {
    await reconcile(site.deps, log)
    await reconcile(site.deps, log)
    const { next_try_at, ...row } = await eventRow(id)
    expect(row).toMatchObject({ tries, processed_at: null })
    minutes.push(Math.round((next_try_at.getTime() - site.deps.now().getTime()) / 60_000))
    await passTime(site, (minutes.at(-1) ?? 0) * 60 + 1)
  }
  expect(minutes).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60])
  const tasks = async () => site.deps.db.selectFrom('tasks').selectAll().execute()
  expect(await tasks()).toMatchObject([{ kind: 'note', subject: `provider_events ${id}`, closed_at: null }])
  expect((await tasks())[0]?.cause).toMatch(
    /^Event evt_\S+ has failed 7 times in a row: the card provider’s response was uncertain, .*req_/,
  )

  await site.cards.tell('faults/clear')
  await reconcile(site.deps, log)
  expect(await tasks()).toMatchObject([{ outcome: 'It has since succeeded.' }])
})

test('the task of a payment that cannot be looked up names its booking', async () => {
  const day = nextDay()
  await (await createBuyer(site)).openCheckout(TOUR, 1, day)
  await site.cards.tell('faults', { route: '*', kind: '429', count: 100_000 })
  for (let tries = 1; tries <= 14; tries++) {
    await passTime(site, 1)
    await reconcile(site.deps, log, 0)
  }
  expect(await tasksOn(site, day)).toMatchObject([{ kind: 'note', cause: expect.stringContaining('Payment attempt ') }])
})

test('the task of an event closes too when the provider sends the event again, and that succeeds', async () => {
  await poison()
  const [id = ''] = await storeEvents(1)
  for (let tries = 1; tries <= 7; tries++) await reconcile(site.deps, log, 0)
  await site.cards.tell('faults/clear')
  const tasks = async () => site.deps.db.selectFrom('tasks').select(['subject', 'outcome']).execute()
  expect(await tasks()).toEqual([{ subject: `provider_events ${id}`, outcome: null }])
  await processEvent(site.deps, id)
  await reconcile(site.deps, log)
  expect(await tasks()).toEqual([{ subject: `provider_events ${id}`, outcome: 'It has since ended.' }])
})

test('after a restart what was left behind is tried at once, whatever its pause', async () => {
  await poison()
  const [id] = await storeEvents(1)
  await passTime(site, 61)
  await reconcile(site.deps, log)
  await site.cards.tell('faults/clear')
  await reconcile(site.deps, log, 0)
  expect((await eventRow(id)).processed_at).not.toBeNull()
})

/** Returns what the connections are doing that hold an advisory lock on this database. */
async function lockHolders(): Promise<{ state: string; keepsRows: boolean }[]> {
  const { rows } = await sql<{ state: string; keepsRows: boolean }>`
    select state, coalesce(backend_xid, backend_xmin) is not null as "keepsRows" from pg_stat_activity
    where pid in (select pid from pg_locks join pg_database on pg_database.oid = database
      where locktype = 'advisory' and datname = current_database())`.execute(site.deps.db)
  return rows
}

test('one run at a time, also of several processes on one database', async () => {
  await storeEvents(1)
  const { db } = site.deps
  const gate = Promise.withResolvers<undefined>()
  const begun = Promise.withResolvers<undefined>()
  const other = unlessRunning(db, 'reconcile', async () => {
    begun.resolve(undefined)
    await gate.promise
  })
  await begun.promise
  expect(await reconcile(site.deps, log, 0)).toBe(false)
  // Behind a pooler it must end with its transaction, which keeps no vacuum waiting.
  expect(await lockHolders()).toEqual([{ state: 'idle in transaction', keepsRows: false }])
  gate.resolve(undefined)
  expect(await other).toBe(true)
  expect(await reconcile(site.deps, log, 0)).toBe(true)
})

test('a run that fails leaves the way free for the next', async () => {
  const failing = unlessRunning(site.deps.db, 'reconcile', async () => Promise.reject(new Error('lost')))
  await expect(failing).rejects.toThrow('lost')
  expect(await reconcile(site.deps, log, 0)).toBe(true)
})

test('a process that is being stopped leaves the rest to another run', async () => {
  const [id] = await storeEvents(1)
  await reconcile(site.deps, log, 0, AbortSignal.abort())
  expect(await eventRow(id)).toMatchObject({ tries: 0, processed_at: null })
})

test('a provider that takes forty seconds for each response does not keep a run going, nor one kind waiting for the other', async () => {
  const ids = await storeEvents(5)
  const day = nextDay()
  await (await createBuyer(site)).openCheckout(TOUR, 1, day)
  await passTime(site, 61)
  const realNow = Date.now
  let waitedMs = 0
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + waitedMs)
  vi.spyOn(site.deps.cards, 'getRefund').mockImplementation(async () => {
    waitedMs += 40_000
    throw new CardProviderError('uncertain', 'No response.')
  })
  await reconcile(site.deps, log)
  const tries = await Promise.all(ids.map(async (id) => (await eventRow(id)).tries))
  expect(tries.toSorted()).toEqual([0, 0, 0, 0, 1])
  const attempts = await site.deps.db
    .selectFrom('payment_attempts')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('checked_at')
    .where('starts_on', '=', day)
    .execute()
  expect(attempts).toEqual([{ checked_at: expect.any(Date) }])
})

test('a checkout in doubt is left to the next run when the time for such is over', async () => {
  await (await createBuyer(site)).openCheckout(TOUR, 1, nextDay())
  await loseHolds(site)
  await passTime(site, 61)
  const asked = vi.spyOn(site.deps.cards, 'listSessions')
  await settleDoubts(site.deps, log, Date.now() - 1)
  expect(asked).not.toHaveBeenCalled()
  await settleDoubts(site.deps, log, Date.now() + 60_000)
  expect(asked).toHaveBeenCalled()
})
