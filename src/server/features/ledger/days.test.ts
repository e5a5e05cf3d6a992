import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { bookAndPay, createBuyer, nextDay } from '../../../../tests/support/buyers.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { trialBalance } from '#server/features/ledger/balances.ts'
import {
  addUpDays,
  emptyDays,
  sumNextEntries,
  compareDays,
  remakeDays,
  listUnevenDays,
  sumMoneyByDay,
} from '#server/features/ledger/days.ts'

// Without the checks that follow each test of money elsewhere: here sums are spoilt.
const site = await createTestApp()
afterAll(async () => site.close())
const { db } = site.deps
const EVER = { from: '2020-01-01', to: '2030-01-01' }

async function payOnce(): Promise<void> {
  await bookAndPay(site, await createBuyer(site), 1, nextDay())
}

async function countRows(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from ledger_days`.execute(db)
  return rows[0]?.count ?? 0
}

/** What whoever shows money sees. */
async function figures() {
  return { balances: await trialBalance(db), days: await sumMoneyByDay(db, EVER) }
}

test('each posting adds to its day, and adding the rows up changes no sum', async () => {
  await payOnce()
  await payOnce()
  const before = await figures()
  expect(before.balances).toEqual([
    { account: 'customer_advances', currency: 'usd', cents: -218_000 },
    { account: 'provider_clearing', currency: 'usd', cents: 218_000 },
  ])
  expect(before.days).toEqual([{ day: expect.any(String), currency: 'usd', receivedCents: 218_000, returnedCents: 0 }])
  expect(await countRows()).toBe(4)
  await Promise.all([addUpDays(db), addUpDays(db)])
  expect(await countRows()).toBe(2)
  expect(await figures()).toEqual(before)
})

test('what was posted before there were days is summed piece by piece, and every figure is right at any time', async () => {
  const before = await figures()
  await emptyDays(db)
  expect(await countRows()).toBe(0)
  expect(await figures()).toEqual(before)
  await payOnce()
  const after = await figures()
  expect(after.balances[1]?.cents).toBe(327_000)
  expect(await sumNextEntries(db, 1)).toBe(true)
  expect(await figures()).toEqual(after)
  expect(await listUnevenDays(db)).toEqual([])
  await remakeDays(site.deps)
  expect(await sumNextEntries(db, 1)).toBe(false)
  expect(await figures()).toEqual(after)
  expect(await countRows()).toBe(2)
})

test('whoever posts while the days are emptied is summed once', async () => {
  await Promise.all([payOnce(), payOnce(), remakeDays(site.deps), payOnce(), remakeDays(site.deps)])
  expect(await listUnevenDays(db)).toEqual([])
  expect((await trialBalance(db))[1]?.cents).toBe(654_000)
})

test('a day that is not as posted opens one task, and is right again once the days are made again', async () => {
  await compareDays(site.deps)
  expect(await db.selectFrom('tasks').select('id').where('subject', '=', 'ledger days').execute()).toEqual([])
  const spoilt = { kind: 'received', account: 'cash', currency: 'usd', is_generated: false, cents: 5 }
  await db
    .insertInto('ledger_days')
    .values(['2024-02-29', '2024-03-01'].map((day) => ({ ...spoilt, day })))
    .execute()
  expect(await listUnevenDays(db)).toEqual(['2024-02-29', '2024-03-01'])
  await compareDays(site.deps)
  await compareDays(site.deps)
  const tasks = await db.selectFrom('tasks').select(['kind', 'cause']).where('subject', '=', 'ledger days').execute()
  expect(tasks).toEqual([{ kind: 'note', cause: expect.stringContaining('2024-02-29 and 1 more') }])
  await remakeDays(site.deps)
  expect(await listUnevenDays(db)).toEqual([])
})
