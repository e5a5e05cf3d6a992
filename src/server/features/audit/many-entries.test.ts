import { afterAll, beforeAll, test } from 'vitest'
import { noteStatements, type NotedStatements } from '../../../../tests/support/plans.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { listAudit, spanOf } from './audit.ts'

let site: TestApp
let plans: NotedStatements

/** Four months of entries, five minutes apart; a role changes every seven days. */
const FILL = `
  insert into users (id, name, email, password_hash, role) values ('boss', 'Ada Boss', 'boss@example.test', 'x', 'admin');
  insert into audit_entries (recorded_at, actor_id, via, action, subject_kind, subject_id)
    select timestamptz '2025-01-01' + n * interval '5 minutes', case when n % 500 = 0 then 'boss' else 'u' || n % 100 end, 'site',
      case when n % 2000 = 0 then 'role.changed' else 'staff_call.made' end, 'account', 'u' || n % 5000 from generate_series(1, 40000) n;
  analyze`

beforeAll(async () => {
  site = await createTestApp()
  plans = noteStatements(site.deps.pool)
  await site.asOwner(FILL)
}, 60_000)
afterAll(async () => site.close())

const list = async (query: object, days = {}) =>
  listAudit(plans.db, { limit: 100, before: undefined, ...query, ...spanOf('Europe/London', days) })
const WEEK = { from: '2025-02-01', to: '2025-02-07' }

const READINGS: Record<string, () => Promise<unknown>> = {
  'the newest entries': async () => list({}),
  'a later page': async () => list({ before: 5000 }),
  'what somebody did, by their address': async () => list({ actor: 'boss@example.test' }),
  'what was done': async () => list({ only: 'deeds' }),
  'what somebody did beside reading': async () => list({ only: 'deeds', actor: 'boss' }),
  'a rare action': async () => list({ action: 'role.changed' }),
  'a rare action of somebody': async () => list({ action: 'role.changed', actor: 'boss' }),
  'what was done to an account': async () => list({ subject: 'u77' }),
  'a day long past': async () => list({}, { from: '2025-01-02', to: '2025-01-02' }),
  'what somebody did in a week': async () => list({ actor: 'boss' }, WEEK),
  'a rare action in a week': async () => list({ action: 'role.changed' }, WEEK),
  'a later page of a week': async () => list({ before: 9500 }, WEEK),
}

test.each(Object.keys(READINGS))('no more than a thousand of forty thousand entries are read for %s', async (name) => {
  await plans.expectAtMost(1000, READINGS[name])
})
