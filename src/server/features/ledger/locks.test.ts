import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import * as auditCalls from '#shared/audit/staff-calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import type { Day } from '#shared/dates.ts'
import type { LedgerLock } from '#shared/ledger/days.ts'
import * as ledgerCalls from '#shared/ledger/staff-calls.ts'
import { trialBalance } from '#server/features/ledger/balances.ts'
import { listUnevenDays } from '#server/features/ledger/days.ts'
import { postHistory, postTravelled } from '#server/features/ledger/posting.ts'
import { listFaults } from '#server/features/reconciliation/proof.ts'
import { bookAndPay, createBuyer, inDays, moveTravel, nextDay, passTime } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { poll } from '../../../../tests/support/poll.ts'
import { letProofsEnd, proveAll } from '../../../../tests/support/proofs.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const DAY_SECONDS = 86_400
// Without the checks that follow each test of money elsewhere: here a trip is moved into the past.
const site = await createTestApp()
afterAll(async () => site.close())
const { db } = site.deps
const [admin, manager] = [await createStaff(site, 'admin'), await createStaff(site, 'manager')]
/** The real day, on which the database writes. */
const today = inDays(site, 0)
const tomorrow = inDays(site, 1)
await postHistory(site.deps, listFaults)
// So that the site may lock days on which the database still writes.
await passTime(site, 5 * DAY_SECONDS)
await postTravelled(db, inDays(site, 0))

const read = async (): Promise<LedgerLock> => (await manager.get(ledgerCalls.getLedgerLock.path)).json

async function lock(until: Day | null, extra: object = {}) {
  return admin.put(ledgerCalls.changeLedgerLock.path, { until, seen: (await read()).lockedUntil, ...extra })
}

async function entriesOf(bookingId: string) {
  return db
    .selectFrom('entries')
    .select(['kind', 'posted_on as day', 'happened_at as happenedAt'])
    .where('id', 'in', db.selectFrom('postings').select('entry_id').where('booking_id', '=', bookingId))
    .orderBy('id')
    .execute()
}

beforeEach(async () => {
  await proveAll(site)
  await lock(null, { reason: 'The next test' })
})

test('an administrator locks days, locking them again changes nothing, and opens them with a reason; each is audited', async () => {
  await db.deleteFrom('ledger_lock_changes').execute()
  const seen = await read()
  expect(seen).toEqual({ lockedUntil: null, changed: null, lockableUntil: inDays(site, -3) })
  expect((await lock(today)).status).toBe(200)
  expect((await admin.put(ledgerCalls.changeLedgerLock.path, { until: today, seen: null })).status, 'locked twice is locked once').toBe(200)
  expect(await read()).toMatchObject({ lockedUntil: today, changed: { reason: null, at: expect.any(String) } })
  expect((await lock(null)).json.issues).toEqual([{ path: 'reason', message: 'Please say why you’re reopening these days' }])
  expect((await admin.put(ledgerCalls.changeLedgerLock.path, { until: tomorrow, seen: null })).json).toMatchObject({ code: 'lock_changed' })
  expect((await lock(inDays(site, -20), { reason: 'A forgotten receipt' })).status).toBe(200)
  expect(await read()).toMatchObject({ lockedUntil: inDays(site, -20), changed: { reason: 'A forgotten receipt' } })
  const audited = db.selectFrom('audit_entries').select(['action', 'before', 'after']).where('subject_kind', '=', 'ledger_lock')
  expect((await audited.orderBy('id', 'desc').limit(2).execute()).toReversed()).toEqual([
    { action: 'days.locked', before: { lockedUntil: 'none' }, after: { lockedUntil: today } },
    { action: 'days.unlocked', before: { lockedUntil: today }, after: { lockedUntil: inDays(site, -20) } },
  ])
  expect((await admin.get(`${auditCalls.listAudit.path}?action=days.unlocked`)).json[0].reason).toBe('A forgotten receipt')
})

test('a day that is not 48 hours over cannot be locked, nor one whose trips or history are not posted yet', async () => {
  expect((await lock(inDays(site, -2))).json).toMatchObject({ code: 'not_lockable', message: expect.stringContaining('48 hours') })
  expect((await lock(inDays(site, -3))).status).toBe(200)
  await lock(null, { reason: 'Only a test' })
  await db
    .updateTable('ledger_progress')
    .set({ travelled_until: inDays(site, -9) })
    .execute()
  expect((await read()).lockableUntil).toBe(inDays(site, -9))
  expect((await lock(inDays(site, -8))).json.code).toBe('not_lockable')
  await db.updateTable('ledger_progress').set({ replayed_at: null }).execute()
  expect((await read()).lockableUntil).toBeNull()
  expect((await lock(inDays(site, -30))).json.code).toBe('not_lockable')
  await postHistory(site.deps, listFaults)
  await postTravelled(db, inDays(site, 0))
})

test('neither staff nor managers lock or unlock, and an administrator only with a fresh proof', async () => {
  const body = { until: today, seen: null }
  for (const who of [await createStaff(site), manager]) expect((await who.put(ledgerCalls.changeLedgerLock.path, body)).status).toBe(403)
  const careless = await createStaff(site, 'admin')
  await letProofsEnd(site, careless)
  expect((await careless.put(ledgerCalls.changeLedgerLock.path, body)).json.code).toBe('confirm_identity')
  expect((await read()).lockedUntil).toBeNull()
})

test('what happens after the lock is written on the first open day, with its own moment, and every sum agrees', async () => {
  const before = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  await site.cards.tell('drain')
  const balances = await trialBalance(db, today)
  expect(balances.length).toBeGreaterThan(0)
  expect((await lock(today)).status).toBe(200)
  const buyer = await createBuyer(site)
  const { id } = await bookAndPay(site, buyer, 1, inDays(site, 40))
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })).status).toBe(200)
  const disputed = await bookAndPay(site, await createBuyer(site), 1, nextDay(), '4000000000000259')
  await site.cards.tell('external_refund', { payment_intent: before.stripeid, amount: 500 })
  await site.cards.tell('drain')
  const entries = [...(await entriesOf(id)), ...(await entriesOf(disputed.id)), ...(await entriesOf(before.id)).slice(1)]
  expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(['received', 'refund_owed', 'refund_paid', 'dispute_opened']))
  expect(new Set(entries.map(({ day }) => day))).toEqual(new Set([tomorrow]))
  const [received] = await db.selectFrom('payments').select('paid_at').where('booking_id', '=', id).execute()
  expect(entries[0]?.happenedAt).toEqual(received?.paid_at)
  expect(await trialBalance(db, today), 'a locked day stays as it was').toEqual(balances)
  expect(await listUnevenDays(db)).toEqual([])
  expect(await listFaults(db, [id, before.id, disputed.id])).toEqual([])
})

test('a trip whose last day is locked is earned on the first open day', async () => {
  const { id } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  await moveTravel(site, id, inDays(site, -10))
  expect((await lock(inDays(site, -4))).status).toBe(200)
  await db
    .updateTable('ledger_progress')
    .set({ travelled_until: inDays(site, -12) })
    .execute()
  await postTravelled(db, inDays(site, 0))
  expect((await entriesOf(id)).at(-1)).toMatchObject({ kind: 'travelled', day: inDays(site, -3) })
})

test('whatever writes an entry, nothing is posted in a locked day', async () => {
  expect((await lock(today)).status).toBe(200)
  const lines = sql`array[row('cash', 1, 'usd', null, null, null), row('suspense', -1, 'usd', null, null, null)]::posting_line[]`
  await sql`select post_entry('test', gen_random_uuid(), 'once', '2026-03-15', '2026-03-15', false, ${lines})`.execute(db)
  await sql`select post_entry('test', gen_random_uuid(), 'once', ${inDays(site, 2)}::date, now(), false, ${lines})`.execute(db)
  const written = await db.selectFrom('entries').select('posted_on').where('kind', '=', 'test').orderBy('id').execute()
  expect(written).toEqual([{ posted_on: tomorrow }, { posted_on: inDays(site, 2) }])
  // Also for whoever silences the triggers.
  await site.asOwner(`set session_replication_role = replica;
    with entry as (
      insert into entries (kind, source_id, source_step, posted_on, happened_at, lines) values ('test', gen_random_uuid(), '', '2026-03-15', now(), 2)
      returning id)
    insert into postings (entry_id, line, account, amount_cents, currency)
      select id, line, 'cash', cents, 'usd' from entry, (values (1, 1), (2, -1)) as lines (line, cents)`)
  expect(await db.selectFrom('entries').select('id').where('posted_on', '<=', today).where('kind', '=', 'test').execute()).toEqual([])
})

/** How many wait for the lock of the ledger. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows[0]?.count ?? 0
}

test('a lock waits for what is being posted, and what is posted meanwhile waits for the lock', async () => {
  const post = sql`select post_entry('race', gen_random_uuid(), 'once', ${today}::date, now(), false,
    array[row('cash', 1, 'usd', null, null, null), row('suspense', -1, 'usd', null, null, null)]::posting_line[])`
  const days = async () =>
    (await db.selectFrom('entries').select('posted_on').where('kind', '=', 'race').orderBy('id').execute()).map((row) => row.posted_on)
  const early = Promise.withResolvers<undefined>()
  const begun = Promise.withResolvers<undefined>()
  const first = db.transaction().execute(async (trx) => {
    await post.execute(trx)
    begun.resolve(undefined)
    await early.promise
  })
  await begun.promise
  const locking = lock(today)
  await poll('the lock to wait', async () => (await countWaiting()) === 1)
  const second = post.execute(db)
  await poll('the later entry to wait', async () => (await countWaiting()) === 2)
  early.resolve(undefined)
  await Promise.all([first, second])
  expect((await locking).status).toBe(200)
  expect(await days()).toEqual([today, tomorrow])
})

test('a lock that cannot be had soon gives way, so that nobody waits for long', async () => {
  const release = Promise.withResolvers<undefined>()
  const begun = Promise.withResolvers<undefined>()
  const posting = db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock_shared(hashtext('meridian-ledger-lock'))`.execute(trx)
    begun.resolve(undefined)
    await release.promise
  })
  await begun.promise
  expect((await lock(today)).json).toMatchObject({ code: 'unavailable', message: expect.stringContaining('try again') })
  release.resolve(undefined)
  await posting
  expect((await read()).lockedUntil).toBeNull()
})
