import { afterAll, beforeAll, expect, test } from 'vitest'
import { staffAuditEntrySchema } from '#shared/audit/staff.ts'
import { addDays, dayIn } from '#shared/dates.ts'
import * as auditCalls from '#shared/audit/staff-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'
import { operator } from '#server/lib/actors.ts'
import { recordAudit } from './commands.ts'

let site: TestApp
let admin: Browser

beforeAll(async () => {
  site = await createTestApp()
  admin = await createStaff(site, 'admin')
  for (let n = 1; n <= 250; n += 1) {
    const facts = { before: { status: 'open' }, after: { status: 'closed' } } as const
    await recordAudit(site.deps.db, {
      actor: operator('admin_1'),
      action: 'task.closed',
      subject: { kind: 'task', id: `task-${n}` },
      ...facts,
    })
  }
})
afterAll(async () => site.close())

test('the audit is for administrators and managers: 401 signed out, 403 for customers and for other staff (ASVS 8.2.1)', async () => {
  const statuses = [site.visitor(), await createBuyer(site), await createStaff(site), await createStaff(site, 'manager'), admin].map(
    async (who) => (await who.get(auditCalls.listAudit.path)).status,
  )
  expect(await Promise.all(statuses)).toEqual([401, 403, 403, 200, 200])
})

test('an entry is shown in full, with the account’s present name', async () => {
  const [entry] = (await admin.get(`${auditCalls.listAudit.path}?subject=task-7`)).json
  expect(staffAuditEntrySchema.parse(entry)).toEqual({
    id: expect.any(Number),
    recordedAt: expect.stringMatching(/^20.+Z$/),
    actor: { id: 'admin_1', name: expect.any(String), email: 'admin@example.com' },
    via: 'command_line',
    action: 'task.closed',
    subject: { kind: 'task', id: 'task-7' },
    networkAddress: null,
    before: { status: 'open' },
    after: { status: 'closed' },
    texts: null,
    currency: null,
  })
})

test('the audit comes in pages of at most a hundred, newest first, without gaps while entries are added', async () => {
  const seen: string[] = []
  let before = ''
  for (let page = 0; page < 3; page += 1) {
    const { json } = await admin.get(`${auditCalls.listAudit.path}?action=task.closed${before}`)
    seen.push(...json.map((entry: { subject: { id: string } }) => entry.subject.id))
    before = `&before=${json.at(-1).id}`
  }
  expect(seen).toEqual(Array.from({ length: 250 }, (_, index) => `task-${250 - index}`))
})

test('entries are found by actor, action and subject', async () => {
  const count = async (query: string) => (await admin.get(`${auditCalls.listAudit.path}?${query}`)).json.length
  expect(await count('actor=admin_1&limit=5')).toBe(5)
  expect(await count('actor=admin_2')).toBe(0)
  expect(await count('subject=task-3&action=task.closed')).toBe(1)
  expect(await count('subject=task-3&action=task.assigned')).toBe(0)
  const deeds: { action: string }[] = (await admin.get(`${auditCalls.listAudit.path}?only=deeds`)).json
  expect(new Set(deeds.map(({ action }) => action))).toEqual(new Set(['task.closed', 'staff_call.refused']))
})

test('an account can also be named by its email address, and days are the agency’s', async () => {
  const count = async (query: string) => (await admin.get(`${auditCalls.listAudit.path}?${query}`)).json.length
  expect(await count('actor=ADMIN@example.com&limit=5')).toBe(5)
  expect(await count('actor=nobody@example.com')).toBe(0)
  expect(await count('actor=ADMIN@exam&limit=5')).toBe(5)
  expect(await count('actor=sam%20st&limit=1')).toBe(1)
  const today = dayIn(site.deps.config.AGENCY_TIME_ZONE, new Date())
  expect(await count(`action=task.closed&from=${today}&to=${today}`)).toBe(100)
  expect(await count(`action=task.closed&to=${addDays(today, -1)}`)).toBe(0)
  expect(await count(`action=task.closed&from=${addDays(today, 1)}`)).toBe(0)
})

test('all matching entries can be exported, which is itself audited; plain staff cannot export', async () => {
  const { status, text, headers } = await admin.get(`${auditCalls.downloadAudit.path}?action=task.closed`)
  expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
    200,
    'text/csv; charset=utf-8',
    expect.stringMatching(/^attachment; filename="audit-\d{4}-\d\d-\d\d-\d{6}\.csv"$/),
  ])
  const lines = text.trim().split('\r\n')
  expect(lines).toHaveLength(251)
  expect(lines[1]).toMatch(
    /,"admin@example.com","command_line","task.closed","task","task-250","","\{""status"":""open""\}","\{""status"":""closed""\}",""$/,
  )
  const [entry] = (await admin.get(`${auditCalls.listAudit.path}?action=audit.exported`)).json
  expect(entry).toMatchObject({ actor: { email: admin.email }, subject: { kind: 'audit', id: null } })
  expect((await (await createStaff(site)).get(auditCalls.downloadAudit.path)).status).toBe(403)
})

test('an account among the facts is named too', async () => {
  const facts = { before: { assigneeId: null }, after: { assigneeId: 'admin_1' } }
  await recordAudit(site.deps.db, { actor: operator(), action: 'task.assigned', subject: { kind: 'task', id: 'task-a' }, ...facts })
  const [entry] = (await admin.get(`${auditCalls.listAudit.path}?subject=task-a`)).json
  expect(entry).toMatchObject({ ...facts, people: { admin_1: expect.stringMatching(/\w/) } })
})

test.each(['from=2026-02-30', 'limit=101', 'limit=0', 'limit=many', 'before=0', 'before=1e30', 'action=task.eaten'])(
  '%s is refused with 400',
  async (query) => {
    expect((await admin.get(`${auditCalls.listAudit.path}?${query}`)).status).toBe(400)
  },
)

test('the public API document does not mention the audit', async () => {
  const { json } = await site.visitor().get('/openapi.json')
  expect(Object.keys(json.paths).filter((path) => path.startsWith('/staff'))).toEqual([])
})
