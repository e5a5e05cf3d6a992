import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JournalQuery } from '#shared/ledger/staff.ts'
import { BOOKING, postedEntries } from '../../../../tests/support/posted-entries.ts'
import { noteStatements, type NotedStatements } from '../../../../tests/support/plans.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { journalFile, listEntries } from '#server/features/ledger/journal.ts'

let site: TestApp
let plans: NotedStatements

const FILL = `
  insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days,
      partial_refund_days, partial_refund_percentage)
    select '${BOOKING}', 'M-7K3P9XQD', 'vehicle', id, 'pending', 'Move', 100, 'usd', '2024-01-01', 14, 7, 50 from users limit 1;
  ${postedEntries(40_000)};
  analyze`

beforeAll(async () => {
  site = await createTestApp()
  plans = noteStatements(site.deps.pool)
  await site.asOwner(FILL)
}, 60_000)
afterAll(async () => site.close())

const list = async (query: Partial<JournalQuery>) => listEntries(plans.db, { limit: 50, ...query })
const WEEK = { from: '2024-06-01', to: '2024-06-07' }

const READINGS: Record<string, () => Promise<{ id: number }[]>> = {
  'the newest entries': async () => list({}),
  'a later page': async () => list({ before: 20_000 }),
  'a week long past': async () => list(WEEK),
  'an account that most entries have': async () => list({ account: 'customer_advances' }),
  'an account that few entries have': async () => list({ account: 'cash' }),
  'an account that no entry has': async () => list({ account: 'suspense' }),
  'an account that is no longer used': async () => list({ account: 'bank' }),
  'a later page of an account that is no longer used': async () => list({ account: 'bank', before: 5000 }),
  'an account in a week': async () => list({ account: 'provider_clearing', ...WEEK }),
  'an account that is not used in a week': async () => list({ account: 'bank', ...WEEK }),
  'a rare kind': async () => list({ kind: 'refund_paid' }),
  'a rare kind in a week': async () => list({ kind: 'refund_paid', ...WEEK }),
  'a kind and an account that it rarely has': async () => list({ kind: 'received', account: 'bank' }),
  'a booking': async () => list({ booking: 'M-7K3P9XQD' }),
  'a booking and an account': async () => list({ booking: 'M-7K3P9XQD', account: 'bank' }),
}

test.each(Object.keys(READINGS))('no more than a few thousand of forty thousand entries are read for %s', async (name) => {
  await plans.expectAtMost(8000, READINGS[name])
})

test('what is read is what was asked for', async () => {
  const counts = await Promise.all(Object.entries(READINGS).map(async ([name, read]) => [name, (await read()).length]))
  expect(Object.fromEntries(counts)).toMatchObject({
    'an account that few entries have': 20,
    'an account that no entry has': 0,
    'an account that is no longer used': 50,
    'an account that is not used in a week': 0,
    'a rare kind': 20,
    'a booking': 50,
  })
})

test('the file begins after a few entries, and has each of them once', async () => {
  const rows: number[] = []
  let text = ''
  for await (const part of journalFile(plans.db, WEEK, 'Europe/London')) {
    rows.push(part.rows)
    text += part.text
  }
  expect(rows).toEqual([100, 400, 400, 400, 100])
  expect(new Set(text.trimEnd().split('\r\n').slice(1))).toHaveProperty('size', 1400)
})
