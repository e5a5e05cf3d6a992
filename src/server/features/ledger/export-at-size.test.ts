import { afterAll, beforeAll, expect, test } from 'vitest'
import { postedEntries } from '../../../../tests/support/posted-entries.ts'
import { noteStatements, type NotedStatements } from '../../../../tests/support/plans.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { batchFile } from '#server/features/ledger/batch-file.ts'
import { findHorizon, listBatches, readBatch, boundRange, countEntries, sumRange } from '#server/features/ledger/batches.ts'
import { readExport } from '#server/features/ledger/export-numbers.ts'

let site: TestApp
let plans: NotedStatements

/** Of forty thousand entries all but the last thousand are in a batch. */
const FILL = `
  ${postedEntries(40_000)};
  insert into export_batches (number, after_id, until_id, has_generated, numbers, made_by, made_at, entries, first_day, last_day)
    select 1, 0, 39000, false, '[]', id, now(), 39000, '2024-01-01', '2025-01-25' from users limit 1;
  insert into export_batch_sums values (1, 'usd', 3900000, 3900000);
  insert into export_batches (number, after_id, until_id, has_generated, numbers, made_by, made_at, entries, first_day, last_day)
    select 2, 39000, 39500, false, '[]', id, now(), 500, '2025-01-25', '2025-01-30' from users limit 1;
  analyze`

beforeAll(async () => {
  site = await createTestApp()
  plans = noteStatements(site.deps.pool)
  await site.asOwner(FILL)
})
afterAll(async () => site.close())

const range = { afterId: 39_500, untilId: 40_000, withGenerated: false }

async function readFile(number: string): Promise<number> {
  let rows = 0
  for await (const part of batchFile(plans.db, await readBatch(plans.db, number), { decimals: 'point' })) rows += part.rows
  return rows
}

const READINGS: Record<string, () => Promise<unknown>> = {
  'what is new, and what has a number': async () => readExport(plans.db),
  'the list of batches': async () => listBatches(plans.db),
  'the entries and sums of a new batch': async () => {
    await boundRange(plans.db, range, 500_000)
    await countEntries(plans.db, range)
    await sumRange(plans.db, range)
  },
  'the file of a batch': async () => readFile('2'),
  'up to where entries are complete': async () => findHorizon(plans.db),
}

test.each(Object.keys(READINGS))(
  'no more than the new of forty thousand entries, or the sums of the days, are read for %s',
  async (name) => {
    await plans.expectAtMost(2500, READINGS[name])
  },
)

test('what is read is what is new, and what is in a batch', async () => {
  expect(await readExport(site.deps.db)).toMatchObject({ next: 3, own: { entries: 500 }, generated: null, hasMore: false })
  expect(await readFile('2')).toBe(500)
  expect(await sumRange(site.deps.db, range)).toEqual([{ currency: 'usd', debit_cents: 50_000, credit_cents: 50_000 }])
})
