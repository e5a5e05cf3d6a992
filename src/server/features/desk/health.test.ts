import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SiteHealth } from '#shared/desk/health.ts'
import * as deskCalls from '#shared/desk/staff-calls.ts'
import { openTask } from '#server/features/tasks/tasks.ts'
import { placeName } from '#server/lib/site-files.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { checkHealth } from './health.ts'

const HOUR_MS = 60 * 60_000
let site: TestApp
let staff: Browser

beforeAll(async () => {
  site = await createTestApp()
  staff = await createStaff(site)
  await site.deps.db.deleteFrom('mails').execute()
})
afterAll(async () => site.close())

async function late(): Promise<string[]> {
  const health: SiteHealth = (await staff.get(deskCalls.getHealth.path)).json
  return health.filter(({ isLate }) => isLate).map(({ check }) => check)
}

const ago = (ms: number) => new Date(site.deps.now().getTime() - ms)

test('nothing is late where nothing waits', async () => {
  expect((await staff.get(deskCalls.getHealth.path)).json).toEqual([
    { check: 'provider', at: null, count: null, isLate: false },
    { check: 'webhook', at: null, count: null, isLate: false },
    { check: 'event', at: null, count: null, isLate: false },
    { check: 'refund', at: null, count: null, isLate: false },
    { check: 'email', at: null, count: null, isLate: false },
    { check: 'jobs', at: null, count: 0, isLate: false },
    { check: 'machines', at: null, count: null, isLate: false, settings: [] },
  ])
})

test('an event and an email are late when they have waited too long, not before, and not once they are done', async () => {
  const { db } = site.deps
  const event = { id: 'evt_1', type: 'refund.updated', object_id: 're_1', received_at: ago(60_000) }
  await db.insertInto('provider_events').values(event).execute()
  const mail = { id: randomUUID(), key: 'k', template: 't', recipient: 'a@example.test', data: '{}', created_at: ago(60_000) }
  await db.insertInto('mails').values(mail).execute()
  expect(await late()).toEqual([])
  await db
    .updateTable('provider_events')
    .set({ received_at: ago(HOUR_MS) })
    .execute()
  await db
    .updateTable('mails')
    .set({ created_at: ago(HOUR_MS) })
    .execute()
  expect(await late()).toEqual(['event', 'email'])
  await db.updateTable('provider_events').set({ processed_at: new Date() }).execute()
  await db.updateTable('mails').set({ sent_at: new Date() }).execute()
  expect(await late()).toEqual([])
})

test('silence of the card provider, a refund that was not sent and a job that was given up are late', async () => {
  const { db, now } = site.deps
  await db.transaction().execute((trx) => openTask(trx, { kind: 'events_stopped', subject: 'events', cause: 'None has come.' }, now()))
  const refund = sql`with booking as (
      insert into bookings (id, reference, kind, user_id, status, title, total_cents, currency, starts_on, full_refund_days,
        partial_refund_days, partial_refund_percentage, confirmed_at)
      values (gen_random_uuid(), 'M-LATE', 'tour', 'user_1', 'confirmed', 'Kyoto', 100, 'usd', '2127-01-01', 0, 0, 0, now()) returning id),
    attempt as (
      insert into payment_attempts (id, booking_id, status, amount_cents, currency, params, cancel_token, session_id, expires_at)
      select gen_random_uuid(), id, 'complete', 100, 'usd', '{}', 't', 'cs_late', now() from booking returning id, booking_id),
    payment as (
      insert into payments (id, booking_id, attempt_id, provider_payment_id, amount_cents, currency, method, role, paid_at)
      select gen_random_uuid(), booking_id, id, 'pi_late', 100, 'usd', 'card', 'primary', now() from attempt returning id)
    insert into refunds (id, payment_id, amount_cents, currency, state, cause, created_at)
      select gen_random_uuid(), id, 100, 'usd', 'requested', 'cancellation', now() - interval '2 hours' from payment`
  await refund.execute(db)
  await site.asOwner(`insert into pgboss.job (name, state, completed_on) values ('mails.send', 'failed', now())`)
  expect(await late()).toEqual(['webhook', 'refund', 'jobs'])
})

test('the newest proven backup is late after two days, where one a week is proven after nine', async () => {
  const { db, now } = site.deps
  const lateAfter = async (days: number, BACKUP_PROOF: 'daily' | 'weekly', proof: 'proven' | 'failed' = 'proven') => {
    const at = ago(days * 24 * HOUR_MS)
    const backup = {
      id: randomUUID(),
      name: 'b',
      place: placeName('/backups'),
      started_at: at,
      ended_at: at,
      moment: at,
      proof,
      proved_at: at,
    }
    await db.deleteFrom('backups').execute()
    await db.insertInto('backups').values(backup).execute()
    const health = await checkHealth(db, now(), { BACKUP_TO: '/backups', BACKUP_PROOF })
    return health.find(({ check }) => check === 'backup')?.isLate
  }
  expect([await lateAfter(1, 'daily'), await lateAfter(3, 'daily')]).toEqual([false, true])
  expect([await lateAfter(8, 'weekly'), await lateAfter(10, 'weekly')]).toEqual([false, true])
  expect(await lateAfter(3, 'weekly', 'failed')).toBe(true)
})
