import pg from 'pg'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import * as staffCancellationCalls from '#shared/cancellations/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import { ledger } from '#server/cli/ledger.ts'
import { trialBalance } from '#server/features/ledger/balances.ts'
import { contractLedger } from '#server/features/ledger/contract.ts'
import { postHistory } from '#server/features/ledger/posting.ts'
import { compareBooks } from '#server/features/reconciliation/compare.ts'
import { listFaults } from '#server/features/reconciliation/proof.ts'
import { createDatabase, createPool } from '#server/lib/db.ts'
import { bookAndPay, createBuyer, inDays, nextDay, paymentsOn, standingsOn, tasksOn } from '../../../../tests/support/buyers.ts'
import { commandLineOf } from '../../../../tests/support/command-line.ts'
import { expectInvariants } from '../../../../tests/support/invariants.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { databaseBefore } from '../../../../tests/support/old-databases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const site = await createTestApp()
afterAll(async () => site.close())
const { db } = site.deps
let suspended = ''
const manager = await createStaff(site, 'manager')

beforeEach(() => commandLineOf(site))

async function contract(): Promise<string[]> {
  const said: string[] = []
  await ledger.run(['contract'], (line) => said.push(line))
  return said
}

/** Connects as a process of the version before does. */
async function connectOld(): Promise<pg.Client> {
  const client = new pg.Client({ ...site.connection, application_name: 'meridian' })
  await client.connect()
  return client
}

async function suspend(id: string, cents: number): Promise<void> {
  const lines = `row('suspense', ${cents}, 'usd', '${id}', null, null), row('other_business', ${-cents}, 'usd', '${id}', null, null)`
  await site.asOwner(`select post_entry('test', gen_random_uuid(), 'once', current_date, now(), false, array[${lines}]::posting_line[])`)
  suspended = id
}

test('the step is refused, and all reasons are named, while history, suspense or old processes are left', async () => {
  const { id, reference } = await bookAndPay(site, await createBuyer(site), 1, nextDay())
  await suspend(id, 500)
  const old = await connectOld()
  onTestFinished(async () => old.end().catch(() => undefined))
  await db.updateTable('ledger_progress').set({ replayed_at: null }).execute()
  await expect(contract()).rejects.toThrow(new RegExp(`haven’t been posted yet[^]+${reference}[^]+meridian \\(session \\d+\\)`))
  await postHistory(site.deps, listFaults)
  await old.end()
  const task = db.updateTable('tasks').where('booking_id', '=', id)
  await expect(contract()).rejects.toThrow(`Close their tasks in the console first: ${reference}.`)
  await task.set({ closed_at: new Date(), outcome: 'Paid back in cash in 2024.' }).execute()
  expect((await db.selectFrom('payments').select('disputed_at').execute()).length).toBeGreaterThan(0)
})

test('what a process of the version before marks is read at the next comparison, and it reads what this version stores', async () => {
  const day = nextDay()
  const { id, stripeid } = await bookAndPay(site, await createBuyer(site), 1, day)
  const old = await connectOld()
  onTestFinished(async () => old.end())
  await site.cards.tell('webhooks', { drop: true })
  await site.cards.tell('dispute', { payment_intent: stripeid, outcome: 'opened', amount: 30_000 })
  await site.cards.tell('webhooks')
  await old.query('update payments set disputed_at = now() where booking_id = $1', [id])
  const compare = async () => compareBooks(site.deps, site.app.log, { days: 1, upTo: '2020-01-01', ageMs: 0, limitMs: 60_000 })
  await compare()
  expect(await standingsOn(site, day)).toEqual(['open'])
  expect(await db.selectFrom('dispute_requests').selectAll().execute()).toEqual([])
  await site.cards.tell('dispute', { payment_intent: stripeid, outcome: 'won' })
  await site.cards.tell('drain')
  expect(await standingsOn(site, day)).toEqual(['lifted'])
  expect(await paymentsOn(site, day)).toMatchObject([{ disputed_at: null, dispute_lost_at: null }])
})

test('once nothing is in the way the step is taken, once, beside a running site that goes on with its business', async () => {
  const before = await bookAndPay(site, await createBuyer(site), 1, inDays(site, 40))
  expect(await contract()).toEqual(['Done. Earlier versions can no longer run on this database.'])
  expect(await contract()).toEqual(['Already done.'])
  const { rows } = await site.deps.pool.query(`select table_name || '.' || column_name as name from information_schema.columns
    where column_name in ('disputed_at', 'dispute_lost_at', 'received_cents', 'returned_cents', 'staff_flag', 'is_added_up')
      or table_name in ('daily_balances', 'revenue_sums')`)
  expect(rows.map(({ name }: { name: string }) => name).filter((name) => !name.startsWith('till_'))).toEqual([])
  const { rows: indexes } = await site.deps.pool.query(`select indexdef from pg_indexes where tablename = 'sales_sums'`)
  expect(indexes).toEqual([{ indexdef: expect.stringContaining('(quarter) INCLUDE (tours, vehicles)') }])
  const day = nextDay()
  const buyer = await createBuyer(site)
  const { id, stripeid } = await bookAndPay(site, buyer, 1, day)
  await site.cards.tell('dispute', { payment_intent: stripeid, outcome: 'opened' })
  await site.cards.tell('drain')
  expect(await standingsOn(site, day)).toEqual(['open'])
  await site.cards.tell('dispute', { payment_intent: stripeid, outcome: 'lost' })
  await site.cards.tell('drain')
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })).json.refund.state).toBe('lost')
  expect((await tasksOn(site, day)).map(({ kind }) => kind)).toEqual(['dispute_opened', 'dispute_lost'])
  const seen = (await manager.get(pathOf(staffCancellationCalls.getBookingMoney, { id: before.id }))).json
  expect(
    (await manager.post(pathOf(staffCancellationCalls.refundBooking, { id: before.id }), { reason: 'Noise.', amountCents: 100, seen }))
      .status,
  ).toBe(200)
  expect((await buyer.get(securityCalls.downloadOwnData.path)).status).toBe(200)
  await suspend(suspended, -500)
  await expectInvariants(site)
})

test('a database of the last version without a ledger comes to the end in one go, proven', async () => {
  const { client, connection, upgradeToLast } = await databaseBefore('0052_ledger.sql')
  const pool = createPool(connection, 2, () => undefined)
  onTestFinished(async () => pool.end())
  await client.query(`
    insert into users (id, name, email, password_hash) values ('u1', 'Ada', 'ada@example.test', 'x');
    insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days,
      partial_refund_days, partial_refund_percentage, confirmed_at, cancelled_at, created_at)
      select ('00000000-0000-4000-8000-00000000000' || n)::uuid, 'M-' || n, 'vehicle', 'u1', case when n = 2 then 'cancelled' else 'confirmed' end,
        'Van', 1000 * n, 'usd', '2127-01-01', 14, 7, 50, now(), case when n = 2 then now() end, '2026-01-01' from generate_series(1, 4) n;
    insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, session_id, expires_at)
      select id, id, 'complete', total_cents, 'usd', '{}', reference, reference, '2026-01-02' from bookings;
    -- Half of the second has gone back, the third is disputed, and the fourth was lost.
    insert into payments (id, booking_id, attempt_id, provider_payment_id, amount_cents, currency, method, role, paid_at, refund_requested_cents,
      disputed_at, dispute_lost_at)
      select id, id, id, 'pi_' || reference, total_cents, 'usd', 'card', 'primary', '2026-01-03', case when reference = 'M-2' then 1000 else 0 end,
        case when reference in ('M-3', 'M-4') then now() end, case when reference = 'M-4' then now() end from bookings;
    insert into refunds (id, payment_id, provider_refund_id, amount_cents, currency, state, cause, made_at, told_state)
      select id, id, 're_1', 1000, 'usd', 'succeeded', 'cancellation', '2026-01-04', 'succeeded' from payments where booking_id::text like '%2'`)
  await upgradeToLast()
  const upgraded = createDatabase(pool)
  await expect(contractLedger(upgraded)).rejects.toThrow('haven’t been posted yet')
  expect(await postHistory({ db: upgraded, now: () => new Date() }, listFaults)).toBe(true)
  expect(await upgraded.selectFrom('tasks').selectAll().execute()).toEqual([])
  const requests = upgraded.selectFrom('dispute_requests').select(['provider_payment_id', 'is_open']).orderBy('provider_payment_id')
  expect(await requests.execute()).toEqual([
    { provider_payment_id: 'pi_M-3', is_open: true },
    { provider_payment_id: 'pi_M-4', is_open: false },
  ])
  expect(await contractLedger(upgraded)).toBe(true)
  expect(await trialBalance(upgraded)).toEqual([
    { account: 'cancellation_fees', currency: 'usd', cents: -1000 },
    { account: 'customer_advances', currency: 'usd', cents: -8000 },
    { account: 'provider_clearing', currency: 'usd', cents: 9000 },
    { account: 'refunds_payable', currency: 'usd', cents: 0 },
  ])
})
