import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as peopleCalls from '#shared/accounts/staff-calls.ts'
import * as auditCalls from '#shared/audit/staff-calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as deskBookingCalls from '#shared/desk/booking-calls.ts'
import { followChanges } from '#shared/desk/change-calls.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createBuyer } from '../../../../tests/support/buyers.ts'
import { expectErrorForm } from '../../../../tests/support/decent-responses.ts'
import { askForQuote, createStaff, statusOf } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

async function idOf({ email }: Browser): Promise<string> {
  return (await site.deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
}

async function recordOf(person: Browser) {
  return site.deps.db
    .selectFrom('audit_entries')
    .select(['action', 'subject_kind', 'subject_id', 'network_address', 'before', 'after'])
    .where('actor_id', '=', await idOf(person))
    .orderBy('id')
    .execute()
}

test('a staff call that only reads is audited, with its network address', async () => {
  const staff = await createStaff(site)
  await staff.get(`${staffQuoteCalls.listQuotes.path}?status=pending`)
  expect(await recordOf(staff)).toEqual([
    {
      action: 'staff_call.made',
      subject_kind: 'call',
      subject_id: staffQuoteCalls.listQuotes.path,
      network_address: '127.0.0.1',
      before: null,
      after: { method: 'GET', responseStatus: 200, rows: 0, by_status: 'pending' },
    },
  ])
})

test('what pages ask by themselves is not audited, and being asked for a proof is not a refusal', async () => {
  const manager = await createStaff(site, 'manager')
  await manager.get(followChanges.path)
  site.advance(11 * 60_000)
  expect((await manager.get(auditCalls.downloadAudit.path)).json).toMatchObject({ code: 'confirm_identity' })
  expect(await recordOf(manager)).toMatchObject([
    { action: 'identity.asked', subject_id: auditCalls.downloadAudit.path, after: { responseStatus: 403 } },
  ])
})

test('a decision is audited twice: with its figures, and as a call', async () => {
  const staff = await createStaff(site, 'manager')
  const { id } = await askForQuote(site)
  await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 4_000_000, reason: 'A piano' })
  expect(await recordOf(staff)).toMatchObject([
    {
      action: 'quote.approved',
      subject_id: id,
      network_address: '127.0.0.1',
      before: { status: 'pending', totalCents: 3_480_000, version: 0 },
      after: { status: 'approved', totalCents: 4_000_000, version: 1 },
    },
    {
      action: 'staff_call.made',
      subject_id: '/staff/quotes/:id/approve',
      after: { method: 'POST', responseStatus: 200, targetId: id },
    },
  ])
})

test('a decision or reading that cannot be audited does not happen; a refusal keeps its response', async () => {
  const staff = await createStaff(site)
  const { id } = await askForQuote(site)
  await site.asOwner('alter table audit_entries add constraint nothing_at_all check (false) not valid')
  const refused = await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), {})
  const unread = await staff.get(staffQuoteCalls.listQuotes.path)
  const forbidden = await staff.get(auditCalls.listAudit.path)
  await site.asOwner('alter table audit_entries drop constraint nothing_at_all')
  expect([refused.status, unread.status, forbidden.status]).toEqual([500, 500, 403])
  expectErrorForm(refused)
  expectErrorForm(unread)
  expectErrorForm(forbidden)
  expect(await statusOf(site, id)).toBe('pending')
})

test('calls refused to staff are audited with their status: wrong input, no such quote, not their role (ASVS 16.3.3)', async () => {
  const staff = await createStaff(site)
  const unknown = randomUUID()
  await staff.get(`${staffQuoteCalls.listQuotes.path}?status=lost`)
  await staff.post(pathOf(staffQuoteCalls.approveQuote, { id: unknown }), {})
  await staff.post(pathOf(staffQuoteCalls.approveQuote, { id: 'somebody@example.test' }), {})
  await staff.get(auditCalls.listAudit.path)
  const record = await recordOf(staff)
  expect(new Set(record.map(({ action }) => action))).toEqual(new Set(['staff_call.refused']))
  expect(record.map(({ after }) => after)).toEqual([
    { method: 'GET', responseStatus: 400 },
    { method: 'POST', responseStatus: 404, targetId: unknown },
    { method: 'POST', responseStatus: 404 },
    { method: 'GET', responseStatus: 403 },
  ])
})

test('refusals to a customer, and to disabled staff, are audited (ASVS 16.3.2)', async () => {
  const customer = await createBuyer(site)
  const staff = await createStaff(site)
  await site.deps.db.updateTable('users').set({ disabled_at: new Date() }).where('email', '=', staff.email).execute()
  await customer.get(staffQuoteCalls.listQuotes.path)
  await staff.get(staffQuoteCalls.listQuotes.path)
  expect(await recordOf(customer)).toMatchObject([{ action: 'staff_call.refused', after: { responseStatus: 403 } }])
  expect(await recordOf(staff)).toMatchObject([{ action: 'staff_call.refused', after: { responseStatus: 401 } }])
})

test('nobody can fill the audit: a customer’s refusals end at a hundred a day, and signed-out visitors leave none', async () => {
  const customer = await createBuyer(site)
  for (let round = 0; round < 12; round += 1)
    await Promise.all(Array.from({ length: 10 }, async () => customer.get(staffQuoteCalls.listQuotes.path)))
  expect(await recordOf(customer)).toHaveLength(100)
  await site.visitor().get(staffQuoteCalls.listQuotes.path)
  const nobodys = await site.deps.db.selectFrom('audit_entries').select('id').where('actor_id', 'is', null).execute()
  expect(nobodys).toEqual([])
})

test('reading a list is audited with its filters and number of entries, but without any typed text', async () => {
  const staff = await createStaff(site, 'admin')
  const { length } = (await staff.get(`${deskBookingCalls.listStaffBookings.path}?kind=vehicle&from=2026-01-01&search=lovelace&limit=3`))
    .json
  await staff.get(`${peopleCalls.findCustomers.path}?search=lovelace`)
  const found = (await staff.get(`${peopleCalls.listPeople.path}?role=admin&search=staff.test`)).json
  expect((await recordOf(staff)).map(({ after }) => after)).toEqual([
    { method: 'GET', responseStatus: 200, rows: length, by_kind: 'vehicle', by_from: '2026-01-01', by_search: true },
    { method: 'GET', responseStatus: 200, rows: 0, by_search: true },
    { method: 'GET', responseStatus: 200, rows: found.length, by_role: 'admin', by_search: true },
  ])
})

test('an export is audited with its filters and how many rows were sent', async () => {
  const manager = await createStaff(site, 'manager')
  for (let n = 0; n < 3; n += 1) await askForQuote(site)
  const file = await manager.get(`${deskBookingCalls.downloadBookings.path}?kind=vehicle&tour=tokyo-and-mount-fuji`)
  const all = await manager.get(`${deskBookingCalls.downloadBookings.path}?kind=vehicle`)
  await manager.get(`${auditCalls.downloadAudit.path}?actor=${manager.email}&action=staff_call.made&from=2026-01-01`)
  const rows = (text: string) => text.trimEnd().split('\r\n').length - 1
  const exports = (await recordOf(manager)).filter(({ action }) => action.endsWith('.exported'))
  expect(exports.map(({ action, after }) => [action, after])).toEqual([
    ['booking.exported', { rows: rows(file.text), by_kind: 'vehicle', by_tour: 'tokyo_and_mount_fuji' }],
    ['booking.exported', { rows: rows(all.text), by_kind: 'vehicle' }],
    ['audit.exported', { rows: 2, by_actor: true, by_action: 'staff_call_made', by_from: '2026-01-01' }],
  ])
  expect(rows(all.text)).toBeGreaterThan(2)
})
