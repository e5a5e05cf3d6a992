import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AUDIT_ADDRESS_DAYS } from '#shared/retention.ts'
import type { AuditFacts } from '#shared/audit/facts.ts'
import { errorCode } from '#server/lib/db.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { actorOf, operator } from '#server/lib/actors.ts'
import { recordAudit, auditJobs } from './commands.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

const REFUSED = '42501'
const NO_SUCH_VALUE = '23514'

async function record(taskId: string, after: AuditFacts = {}): Promise<void> {
  const actor = actorOf({ ip: '203.0.113.7' }, { userId: 'admin_1', sessionId: 'none' })
  await recordAudit(site.deps.db, { actor, action: 'task.closed', subject: { kind: 'task', id: taskId }, after })
}

async function entriesOf(taskId: string) {
  return site.deps.db.selectFrom('audit_entries').selectAll().where('subject_id', '=', taskId).orderBy('id').execute()
}

async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(() => 'done', errorCode)
}

test('an entry says who did what, to what, from where, with figures before and after (ASVS 16.2.1)', async () => {
  const actor = actorOf({ ip: '2001:db8::7' }, { userId: 'admin_1', sessionId: 'none' })
  const subject = { kind: 'account', id: 'user_1' } as const
  await recordAudit(site.deps.db, { actor, action: 'role.changed', subject, before: { role: 'customer' }, after: { role: 'staff' } })
  const entry = await site.deps.db.selectFrom('audit_entries').selectAll().where('action', '=', 'role.changed').executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    actor_id: 'admin_1',
    via: 'site',
    subject_kind: 'account',
    subject_id: 'user_1',
    network_address: '2001:db8::7',
    before: { role: 'customer' },
    after: { role: 'staff' },
  })
})

test('texts are kept about what the agency sells, and refused about people', async () => {
  const texts = { overview: { before: 'Old', after: 'New words of ours' } }
  const entry = { actor: operator(), action: 'tour.edited', texts } as const
  await recordAudit(site.deps.db, { ...entry, subject: { kind: 'tour', id: 'tour-1' } })
  const about = recordAudit(site.deps.db, { ...entry, subject: { kind: 'account', id: 'user_1' } })
  expect(await codeOf(about)).toBe(NO_SUCH_VALUE)
})

test('a client address from a proxy is kept only if it is an address', () => {
  expect(['nonsense', 'fe80::1%eth0', '::ffff:192.0.2.1'].map((ip) => actorOf({ ip }, null).networkAddress)).toEqual([
    null,
    'fe80::1',
    '::ffff:192.0.2.1',
  ])
})

test('the site’s role writes and reads entries, but can neither choose their time nor change them (ASVS 16.2.2)', async () => {
  await record('task-of-the-site')
  const db = site.deps.db
  expect(await codeOf(db.updateTable('audit_entries').set({ action: 'task.assigned' }).execute())).toBe(REFUSED)
  expect(await codeOf(db.deleteFrom('audit_entries').execute())).toBe(REFUSED)
  expect(await codeOf(sql`truncate audit_entries`.execute(db))).toBe(REFUSED)
  const backdated = sql`insert into audit_entries (recorded_at, via, action, subject_kind) values ('2020-01-01', 'site', 'task.closed', 'task')`
  expect(await codeOf(backdated.execute(db))).toBe(REFUSED)
  expect(await entriesOf('task-of-the-site')).toHaveLength(1)
})

test.each([
  `update audit_entries set action = 'task.assigned'`,
  'update audit_entries set network_address = null',
  'delete from audit_entries',
  'truncate audit_entries',
  `set session_replication_role = replica; delete from audit_entries`,
  `set meridian.forgets_addresses = 'on'; update audit_entries set network_address = null`,
  `set meridian.forgets_addresses = 'on'; delete from audit_entries`,
])('the owner of the table is refused as well: %s (ASVS 16.4.2)', async (statement) => {
  await record('task-of-the-owner')
  await expect(site.asOwner(statement)).rejects.toMatchObject({ code: REFUSED, message: expect.stringContaining('append only') })
})

test('the daily job erases an entry’s network address after its time, and nothing else', async () => {
  const insert = (subject: string, days: number) =>
    `insert into audit_entries (recorded_at, actor_id, via, action, subject_kind, subject_id, network_address)
      values (now() - interval '${days} days', 'admin_1', 'site', 'task.closed', 'task', '${subject}', '203.0.113.7')`
  await site.asOwner(insert('old', AUDIT_ADDRESS_DAYS + 1), insert('young', AUDIT_ADDRESS_DAYS - 1))
  const [before] = await entriesOf('old')
  for (const { run } of auditJobs(site.deps)) await run({}, new AbortController().signal)
  expect(await entriesOf('old')).toEqual([{ ...before, network_address: null }])
  expect((await entriesOf('young'))[0]?.network_address).toBe('203.0.113.7')
})

test('only permitted roles may call the function that erases addresses, and their own objects cannot hijack it', async () => {
  const { rows } = await sql<{ anybody: boolean; settings: string[] }>`
    select has_function_privilege('public', oid, 'execute') as anybody, proconfig as settings
    from pg_proc where proname = 'forget_audit_addresses'`.execute(site.deps.db)
  expect(rows).toEqual([{ anybody: false, settings: ['search_path=pg_catalog, pg_temp'] }])
})

test('names, addresses and texts are refused as facts, and so are objects and lists (ASVS 16.4.1)', async () => {
  for (const text of ['Ada Lovelace', 'ada@example.test', 'Xanthippe', '192.0.2.1', 'Zoë', '', 'x'.repeat(65)]) {
    expect(await codeOf(record('a-text', { targetId: text })), text).toBe(NO_SUCH_VALUE)
    expect(await codeOf(record(`task of ${text}`)), text).toBe(NO_SUCH_VALUE)
  }
  for (const nested of [{ name: 1 }, ['Ada']]) {
    expect(await codeOf(record('nested', { targetId: nested as unknown as string }))).toBe(NO_SUCH_VALUE)
  }
  await record('an-id', { targetId: 'M-4TQ8WZ2C', totalCents: 100, isDisabled: true, assigneeId: null })
  expect(await entriesOf('an-id')).toHaveLength(1)
})

test('an entry is rolled back with its change', async () => {
  const change = site.deps.db.transaction().execute(async (trx) => {
    const entry = { actor: operator(), action: 'task.closed', subject: { kind: 'task', id: 'undone' } } as const
    await recordAudit(trx, entry)
    throw new Error('no')
  })
  await expect(change).rejects.toThrow('no')
  expect(await entriesOf('undone')).toEqual([])
})
