import { afterAll, beforeAll, expect, test } from 'vitest'
import { listStaffEnquiries } from '#server/features/enquiries/inbox.ts'
import { noteStatements, type NotedStatements } from '../../../../tests/support/plans.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { forgetOldMails } from './jobs.ts'
import { getStaffMail, listStaffMails } from './archive.ts'

const MAIL = '00000000-0000-4000-8000-000000000500'
let site: TestApp
let plans: NotedStatements

/** Forty thousand emails: forty failed, forty wait, and four hundred are enquiries, of which forty are open. */
const FILL = `
  insert into mails (id, key, template, recipient, data, sent_at, failed_at, answered_at, answered_by, created_at)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'k' || n,
      case when n % 100 = 3 then 'enquiry-received' else 'account-deleted' end, 'u' || n || '@example.test',
      '{"name": "Ada", "email": "ada@example.test", "phone": "", "subject": "Tours", "message": "Is it free?"}',
      case when n % 1000 not in (1, 2) then now() end, case when n % 1000 = 1 then now() end,
      case when n % 100 = 3 and n % 1000 <> 3 then now() end, case when n % 100 = 3 and n % 1000 <> 3 then 'admin_1' end,
      timestamptz '2026-01-01' + n * interval '5 minutes' from generate_series(1, 40000) n;
  analyze`

beforeAll(async () => {
  site = await createTestApp()
  plans = noteStatements(site.deps.pool)
  await site.asOwner(FILL)
}, 60_000)
afterAll(async () => site.close())

const list = async (query: object) => listStaffMails(plans.db, { limit: 50, ...query })
const inbox = async (query: object) => listStaffEnquiries(plans.db, { limit: 50, state: 'open', ...query })

const READINGS: Record<string, () => Promise<unknown>> = {
  'the newest emails': async () => list({}),
  'a later page': async () => list({ before: MAIL }),
  'those that wait': async () => list({ state: 'waiting' }),
  'those that failed': async () => list({ state: 'failed' }),
  'those that were sent': async () => list({ state: 'sent' }),
  'an address': async () => list({ search: 'u777@' }),
  'a failed one to an address': async () => list({ search: 'u7001@', state: 'failed' }),
  'a booking': async () => list({ search: 'M-UNKNOWN' }),
  'one email': async () => getStaffMail(plans.db, MAIL),
  'open enquiries': async () => inbox({}),
  'a later page of answered ones': async () => inbox({ state: 'answered', before: MAIL }),
}

test.each(Object.keys(READINGS))('no more than a thousand of forty thousand emails are read for %s', async (name) => {
  await plans.expectAtMost(1000, READINGS[name])
})

test('a whole address is looked up directly, not by its parts, which most addresses share', async () => {
  await plans.expectBlocksAtMost(20, async () => list({ search: 'u777@example.test' }))
})

test('old emails are deleted a thousand at a time', async () => {
  const left = async () =>
    plans.db
      .selectFrom('mails')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  await plans.expectAtMost(1000, async () => forgetOldMails(plans.db, new Date('2027-01-01')))
  // The forty that still wait to be sent.
  expect(await left()).toEqual({ count: 40 })
})
