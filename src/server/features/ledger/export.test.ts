import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as cancellationCalls from '#shared/cancellations/calls.ts'
import { pathOf } from '#shared/contract.ts'
import type { Batch, StaffExport } from '#shared/ledger/export.ts'
import * as ledgerCalls from '#shared/ledger/staff-calls.ts'
import { findHorizon, makeBatch } from '#server/features/ledger/batches.ts'
import { bookAndPay, createBuyer, inDays, nextDay } from '../../../../tests/support/buyers.ts'
import { makeBatch as makeNextBatch, numberAccounts } from '../../../../tests/support/export-batches.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { openPaymentSite } from '../../../../tests/support/payment-site.ts'
import { payOffline, reserve } from '../../../../tests/support/reservations.ts'

const site = await openPaymentSite({ settles: true })
const { db } = site.deps
const manager = await createStaff(site, 'manager')

const readExport = async (): Promise<StaffExport> => (await manager.get(ledgerCalls.getExport.path)).json
const listBatches = async (): Promise<Batch[]> => (await manager.get(ledgerCalls.listBatches.path)).json

/** Books and cancels half a month ahead, so that a half is given back. Returns the reference. */
async function bookAndCancel(): Promise<string> {
  const buyer = await createBuyer(site)
  const { id, reference } = await bookAndPay(site, buyer, 1, inDays(site, 10))
  expect((await buyer.post(cancellationCalls.cancelOwnBooking.path, { bookingId: id })).status).toBe(200)
  return reference
}

async function fileOf(number: number, query = ''): Promise<string[][]> {
  const { status, text } = await manager.get(pathOf(ledgerCalls.downloadBatch, { id: String(number) }) + query)
  expect(status).toBe(200)
  const [, ...rows] = text.trimEnd().split('\r\n')
  return rows.map((row) => row.slice(1, -1).split(/"[,;]"/))
}

const entriesOf = async (number: number) => [...new Set((await fileOf(number)).map((row) => Number(row[9])))]

async function allEntries(): Promise<number[]> {
  return (await db.selectFrom('entries').select('id').orderBy('id').execute()).map(({ id }) => id)
}

/** Posts an entry, as a payment does, in whatever transaction. */
const post = (cents = 100, kind = 'received', isGenerated = false) => sql`
  select post_entry(${kind}, gen_random_uuid(), 'once', '2026-03-15', now(), ${isGenerated}, array[
    row('cash', ${cents}::bigint, 'usd', null, null, null), row('revenue', ${-cents}::bigint, 'usd', null, null, null)]::posting_line[])`

test('before anything is posted there is nothing to export, and no batch', async () => {
  const empty = { version: 1, numbers: [], inUse: [], next: 1, own: null, generated: null, hasMore: false }
  expect([await readExport(), await listBatches()]).toEqual([empty, []])
  const refused = await makeNextBatch(manager)
  expect([refused.status, refused.json.code, refused.json.message]).toEqual([409, 'not_exportable', 'Nothing has been posted yet.'])
})

test('accounts without a number are named and keep the batch from being made, until each has one, also one for a currency alone', async () => {
  await bookAndCancel()
  const seen = await readExport()
  expect(seen.inUse.map(({ account }) => account)).toEqual([
    'cancellation_fees',
    'customer_advances',
    'provider_clearing',
    'refunds_payable',
  ])
  expect(seen.own).toEqual({ entries: 4, firstDay: inDays(site, 0), lastDay: inDays(site, 0) })
  const number = (account: string, currency: string | null, given: string) => ({ account, currency, number: given })
  const numbers = [
    number('provider_clearing', null, '1360'),
    number('customer_advances', 'usd', '1718'),
    number('customer_advances', null, '1710'),
    number('refunds_payable', 'gbp', '1700'),
  ]
  expect((await manager.put(ledgerCalls.changeExportNumbers.path, { version: 1, numbers })).status).toBe(200)
  const { status, json } = await makeNextBatch(manager)
  expect([status, json.code]).toEqual([409, 'not_exportable'])
  expect(json.message).toBe('Account numbers are missing for: Cancellation fees retained (USD), Refunds payable (USD).')
  expect(await listBatches()).toEqual([])
  const whole = [...numbers, number('refunds_payable', null, 'K1701'), number('cancellation_fees', null, '8400')]
  expect((await manager.put(ledgerCalls.changeExportNumbers.path, { version: 2, numbers: whole })).status).toBe(200)
  expect((await makeNextBatch(manager)).status).toBe(200)
})

test('a row names both accounts by her numbers, the amount, its side, day and booking, and leaves tax key and document empty', async () => {
  const [row] = await fileOf(1)
  const [entry] = await allEntries()
  const { reference } = await db.selectFrom('bookings').select('reference').executeTakeFirstOrThrow()
  const today = inDays(site, 0)
  expect(row).toEqual([today, '1360', '1718', '1090.00', 'D', 'USD', '', '', `${reference} received`, String(entry), '1'])
  expect((await fileOf(1)).map((each) => each.slice(1, 5))).toEqual([
    ['1360', '1718', '1090.00', 'D'],
    ['1718', 'K1701', '545.00', 'D'],
    ['1718', '8400', '545.00', 'D'],
    ['K1701', '1360', '545.00', 'D'],
  ])
  const { text, headers } = await manager.get(`${pathOf(ledgerCalls.downloadBatch, { id: '1' })}?decimals=comma`)
  expect(text.split('\r\n')[1]).toContain(`"${today}";"1360";"1718";"1090,00";"D";"USD";"";"";`)
  expect(headers['content-disposition']).toMatch(/^attachment; filename="batch-1-\d{4}-\d\d-\d\d-\d{6}\.csv"$/)
  expect(await fileOf(1, '?currency=gbp')).toEqual([])
  expect(await fileOf(1, '?currency=usd')).toHaveLength(4)
})

test('the list says who made a batch, of which days, of how much; made and downloaded are audited', async () => {
  const usd = { currency: 'usd', debit: '2725.00', credit: '2725.00' }
  const [firstDay, lastDay] = [inDays(site, 0), inDays(site, 0)]
  expect(await listBatches()).toEqual([
    { number: 1, madeBy: 'Sam Staff', madeAt: expect.any(String), firstDay, lastDay, entries: 4, hasGenerated: false, sums: [usd] },
  ])
  const audited = db.selectFrom('audit_entries').select(['action', 'before', 'after']).where('subject_kind', '=', 'export').orderBy('id')
  const entries = await audited.execute()
  expect(entries).toContainEqual({ action: 'export.batch_made', before: null, after: { batch: 1, entries: 4 } })
  expect(entries).toContainEqual({ action: 'export.downloaded', before: null, after: { rows: 4, by_decimals: true } })
  expect(entries[1]).toEqual({
    action: 'export.numbered',
    before: { accountNumber: null },
    after: { ledgerAccount: 'customer_advances', inCurrency: 'usd', accountNumber: '1718' },
  })
})

test('a batch is downloaded again to the byte, whatever was numbered and posted since', async () => {
  const before = (await manager.get(pathOf(ledgerCalls.downloadBatch, { id: '1' }))).text
  await numberAccounts(manager)
  await bookAndCancel()
  expect((await manager.get(pathOf(ledgerCalls.downloadBatch, { id: '1' }))).text).toBe(before)
})

test('two batches share no entry and together hold all, and their rows are the postings of each account', async () => {
  const { bookingId } = await reserve(site, manager, nextDay(), { payBy: 'transfer', travellers: ['Ada 🧳 Łovelace'] })
  await payOffline(manager, bookingId, { receivedCents: 109_500 })
  expect((await makeNextBatch(manager)).status).toBe(200)
  const held = [...(await entriesOf(1)), ...(await entriesOf(2))]
  expect(held).toEqual(await allEntries())
  expect((await makeNextBatch(manager)).json.message).toBe('Nothing has been posted since batch 2.')
  const balances: Record<string, number> = {}
  const add = (account = '', amount = 0) => (balances[account] = (balances[account] ?? 0) + amount)
  const { numbers } = await readExport()
  const named = new Map(numbers.map(({ account, number }) => [number, account]))
  for (const [, own = '', contra = '', amount, side] of await fileOf(2)) {
    const cents = Math.round(Number(amount) * 100) * (side === 'D' ? 1 : -1)
    add(named.get(own), cents)
    add(named.get(contra), -cents)
  }
  const { rows } = await sql<{ account: string; cents: number }>`
    select account, sum(amount_cents)::bigint as cents from postings where entry_id > ${(await entriesOf(1)).at(-1)} group by account`.execute(
    db,
  )
  expect(balances).toEqual(Object.fromEntries(rows.map(({ account, cents }) => [account, cents])))
})

test('a text has no personal data and at most sixty characters', async () => {
  for (const row of [...(await fileOf(1)), ...(await fileOf(2))]) {
    expect(row[8]).toMatch(/^M-[0-9A-Z]{8} [a-z ]+$/)
    expect(row[8]?.length).toBeLessThanOrEqual(60)
  }
  await post(100, 'moved by something that a later version of this site calls by a very long name').execute(db)
  const { number } = (await makeNextBatch(manager)).json
  expect((await fileOf(number))[0]?.[8]).toBe('moved by something that a later version of this site calls b')
})

test('of two managers who make a batch at once one does, and the other is told who was first', async () => {
  await post().execute(db)
  const { next: number } = await readExport()
  const others = [manager, await createStaff(site, 'manager')]
  const answers = await Promise.all(others.map(async (each) => each.post(ledgerCalls.makeBatch.path, { number, withGenerated: false })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const told = { code: 'export_changed', message: `Sam Staff has just created batch ${number}. Please check again.` }
  expect(answers.find(({ status }) => status === 409)?.json).toMatchObject(told)
  expect((await listBatches())[0]?.number).toBe(number)
})

test('an entry that is committed after one with a higher id is waited for, and is in the batch', async () => {
  let made: ReturnType<typeof makeNextBatch> | undefined
  await db.transaction().execute(async (trx) => {
    await post(700).execute(trx)
    await post(800).execute(db)
    made = makeNextBatch(manager)
    await expect.poll(async () => waitingFor('pg_locks')).toBe(true)
    await post(900).execute(db)
  })
  const { status, json } = (await made) ?? {}
  expect(status).toBe(200)
  expect((await fileOf(json.number)).map((row) => row[3])).toEqual(['7.00', '8.00'])
  const { number } = (await makeNextBatch(manager)).json
  expect((await fileOf(number)).map((row) => row[3])).toEqual(['9.00'])
})

/** Whether a connection has asked this last: who is waited for is asked for again and again. */
async function waitingFor(what: string): Promise<boolean> {
  const { rows } = await sql<{ asked: boolean }>`
    select exists (select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and query like ${`%virtualtransaction%${what}%`}) as asked`.execute(db)
  return rows[0]?.asked ?? false
}

test('no batch is made while somebody posts for too long, and nobody who posts waits', async () => {
  await db.transaction().execute(async (trx) => {
    await post().execute(trx)
    await post().execute(db)
    await expect(findHorizon(db, 100)).rejects.toMatchObject({ code: 'unavailable' })
  })
})

test('the database refuses a batch that leaves a gap, overlaps or is changed', async () => {
  const last = await db.selectFrom('export_batches').selectAll().orderBy('number', 'desc').limit(1).executeTakeFirstOrThrow()
  const insert = async (number: number, after: number, until: number) =>
    sql`insert into export_batches (number, after_id, until_id, has_generated, numbers, made_by, made_at, entries, first_day, last_day)
      values (${number}, ${after}, ${until}, false, '[]', ${last.made_by}, now(), 1, '2026-01-01', '2026-01-01')`.execute(db)
  await expect(insert(last.number + 1, last.until_id + 1, last.until_id + 9)).rejects.toThrow('export_batches_chain')
  await expect(insert(last.number + 1, last.until_id - 1, last.until_id + 9)).rejects.toThrow('export_batches_chain')
  await expect(insert(last.number + 2, last.until_id, last.until_id + 9)).rejects.toThrow('export_batches_chain')
  await expect(insert(last.number + 1, last.until_id, last.until_id)).rejects.toThrow('export_batches_range')
  await expect(site.asOwner('delete from export_batches where number > 1')).rejects.toThrow('append only')
})

test('what is too much for one batch is left to the next', async () => {
  await Promise.all([1, 2, 3].map(async () => post().execute(db)))
  const { next: number, own } = await readExport()
  const account = await db.selectFrom('users').select('id').where('email', '=', manager.email).executeTakeFirstOrThrow()
  const actor = { accountId: account.id, sessionId: null, via: 'site', networkAddress: null } as const
  const horizon = await findHorizon(db)
  await db
    .transaction()
    .execute(async (trx) => makeBatch(trx, actor, { number, withGenerated: false }, { horizon, now: new Date(), most: 2 }))
  expect(await entriesOf(number)).toHaveLength(2)
  expect((await readExport()).own?.entries).toBe((own?.entries ?? 0) - 2)
})

test('generated business is left out unless it is asked for', async () => {
  await makeNextBatch(manager)
  await post(100, 'received', true).execute(db)
  await post(200).execute(db)
  expect(await readExport()).toMatchObject({ own: { entries: 1 }, generated: { entries: 1 } })
  const without = (await makeNextBatch(manager)).json.number
  expect((await fileOf(without)).map((row) => row[3])).toEqual(['2.00'])
  await post(300, 'received', true).execute(db)
  expect((await makeNextBatch(manager)).status).toBe(409)
  const including = (await makeNextBatch(manager, true)).json.number
  expect((await fileOf(including)).map((row) => row[3])).toEqual(['3.00'])
  expect((await listBatches())[0]?.hasGenerated).toBe(true)
})

test('numbers that make no sense are refused, and of two who change them the second is told who was first', async () => {
  const { version } = await readExport()
  const bad = [
    ['purse', null, '1'],
    ['cash', 'USD', '1'],
    ['cash', null, 'Kasse'],
    ['cash', null, '1234567890123'],
    ['cash', null, '=1+1'],
  ]
  for (const [account, currency, number] of bad)
    expect(
      (await manager.put(ledgerCalls.changeExportNumbers.path, { version, numbers: [{ account, currency, number }] })).status,
      number ?? '',
    ).toBe(400)
  const cash = { account: 'cash', currency: null, number: '1000' }
  expect((await manager.put(ledgerCalls.changeExportNumbers.path, { version, numbers: [cash, cash] })).status).toBe(400)
  expect((await manager.put(ledgerCalls.changeExportNumbers.path, { version, numbers: [cash] })).status).toBe(200)
  const { status, json } = await manager.put(ledgerCalls.changeExportNumbers.path, { version, numbers: [] })
  expect([status, json.code]).toEqual([409, 'export_changed'])
  expect(json.message).toBe('Sam Staff has just changed the account numbers. Please check again.')
})

test('an unknown batch is not found, and staff neither see nor make one', async () => {
  for (const number of ['0', '999', 'x', '1e3'])
    expect((await manager.get(pathOf(ledgerCalls.downloadBatch, { id: number }))).status, number).toBe(404)
  expect((await manager.get(`${pathOf(ledgerCalls.downloadBatch, { id: '1' })}?decimals=dot`)).status).toBe(400)
  const staff = await createStaff(site)
  const asked = [ledgerCalls.getExport.path, ledgerCalls.listBatches.path, pathOf(ledgerCalls.downloadBatch, { id: '1' })].map(
    async (call) => staff.get(call),
  )
  const tried = [
    staff.put(ledgerCalls.changeExportNumbers.path, { version: 1, numbers: [] }),
    staff.post(ledgerCalls.makeBatch.path, { number: 1, withGenerated: false }),
  ]
  expect((await Promise.all([...asked, ...tried])).map(({ status }) => status)).toEqual([403, 403, 403, 403, 403])
})
