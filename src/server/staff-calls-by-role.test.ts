import fastify, { type RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { may, PERMISSION_TEXTS, type Permission } from '#shared/accounts/permissions.ts'
import type { Role } from '#shared/accounts/public.ts'
import { addStaffGuard } from '#server/lib/guards.ts'
import type { Browser } from '../../tests/support/browser.ts'
import { createBuyer } from '../../tests/support/buyers.ts'
import { createStaff } from '../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

/** The calls most dangerous in the wrong hands, pinned to their lowest role independently of the table. */
const PINNED: Record<string, Role> = {
  'POST bookings/:id/cancel': 'manager',
  'POST bookings/:id/refund': 'manager',
  'POST bookings/:id/outside-payment': 'manager',
  'GET bookings-file': 'manager',
  'POST departures/:id/cancel': 'manager',
  'GET journal-file': 'manager',
  'PUT export-numbers': 'manager',
  'POST export-batches': 'manager',
  'GET export-batches/:id/file': 'manager',
  'GET audit': 'manager',
  'GET audit-file': 'manager',
  'GET mails': 'manager',
  'GET mails/:id': 'manager',
  'POST tasks/:id/confirm': 'manager',
  'POST tasks/:id/refund': 'manager',
  'POST tasks/:id/retry': 'manager',
  'POST tasks/:id/settle': 'manager',
  'POST tasks/:id/keep-booking': 'manager',
  'POST tasks/:id/cancel-booking': 'manager',
  'POST tasks/:id/take-up': 'manager',
  'POST tills': 'manager',
  'PUT ledger-lock': 'admin',
  'PUT tours/:id': 'manager',
  'POST pictures': 'manager',
  'POST tax-categories': 'admin',
  'PUT tax-categories/:id': 'admin',
  'DELETE tax-categories/:id': 'admin',
  'GET people': 'admin',
  'POST invitations': 'admin',
  'POST people/:id/invite': 'admin',
  'POST people/:id/role': 'admin',
  'POST people/:id/disable': 'admin',
  'POST people/:id/enable': 'admin',
  'POST people/:id/reset-factor': 'admin',
}
const ROLES = ['staff', 'manager', 'admin'] as const
const NOBODY = '00000000-0000-4000-8000-000000000000'

let site: TestApp
const registered = new Map<string, Permission | undefined>()

beforeAll(async () => {
  site = await createTestApp({}, { onRoute: note })
})
afterAll(async () => site.close())

function note({ method, url, config }: RouteOptions): void {
  const [, name] = url.split('/staff/')
  const methods = [method].flat().filter((each) => each !== 'HEAD' && each !== 'OPTIONS')
  if (name !== undefined) for (const each of methods) registered.set(`${each} ${name}`, config?.permission)
}

function closedTo(role: Role): string[] {
  return [...registered].filter(([, permission]) => permission === undefined || !may(role, permission)).map(([call]) => call)
}

/** Sends an empty body about nobody; 401 and 403 come before anything is looked at. */
async function statusFor(who: Browser, call: string): Promise<number> {
  const [method, name = ''] = call.split(' ')
  return (await who.request(method as 'GET' | 'POST' | 'PUT', `/staff/${name.replace(':id', NOBODY)}`, {}, {})).status
}

async function refused(who: Browser, asked: string[], status: 401 | 403): Promise<string[]> {
  const found: string[] = []
  for (const call of asked) if ((await statusFor(who, call)) === status) found.push(call)
  return found
}

async function expectCallsOf(who: Browser, role: Role): Promise<void> {
  const every = [...registered.keys()]
  expect(await refused(who, every, 403)).toEqual(closedTo(role))
  expect(await refused(who, every, 401)).toEqual([])
}

async function giveRole({ email }: Browser, role: Role): Promise<void> {
  await site.deps.db.updateTable('users').set({ role }).where('email', '=', email).execute()
}

test('each staff call names its permission, and each permission has a call', () => {
  // These extend, for managers, calls that every role may make.
  const withoutCall: Permission[] = ['quotes.reprice', 'tasks.closeDoubt']
  expect(new Set([...registered.values(), ...withoutCall])).toEqual(new Set(Object.keys(PERMISSION_TEXTS)))
})

test('the most dangerous calls require their role, whatever the table says', () => {
  const open = (call: string) => ROLES.filter((role) => !closedTo(role).includes(call))
  expect(Object.fromEntries(Object.keys(PINNED).map((call) => [call, open(call)[0]]))).toEqual(PINNED)
  expect(Object.keys(PINNED).filter((call) => !registered.has(call))).toEqual([])
})

test('a staff call without a permission keeps the site from starting', async () => {
  const app = fastify()
  addStaffGuard(app, site.deps)
  expect(() => app.get('/staff/forgotten', async () => 'open')).toThrow('GET /staff/forgotten names no permission')
})

test('each staff call refuses a visitor with 401 and a customer with 403', async () => {
  const every = [...registered.keys()]
  expect(await refused(site.visitor(), every, 401)).toEqual(every)
  expect(await refused(await createBuyer(site), every, 403)).toEqual(every)
})

test.each(ROLES)('the role %s may make the calls of this role and below, and no others (ASVS 8.2.1)', async (role) => {
  await expectCallsOf(await createStaff(site, role), role)
})

test('a role that is taken away is gone at the next call, and a disabled account is signed out', async () => {
  const who = await createStaff(site, 'admin')
  expect(await statusFor(who, 'GET people')).toBe(200)
  await giveRole(who, 'manager')
  await expectCallsOf(who, 'manager')
  await giveRole(who, 'staff')
  await expectCallsOf(who, 'staff')
  await giveRole(who, 'customer')
  const every = [...registered.keys()]
  expect(await refused(who, every, 403)).toEqual(every)
  await giveRole(who, 'admin')
  await site.deps.db.updateTable('users').set({ disabled_at: new Date() }).where('email', '=', who.email).execute()
  expect(await refused(who, every, 401)).toEqual(every)
})
