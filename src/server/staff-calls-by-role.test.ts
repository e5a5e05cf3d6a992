import type { RouteOptions } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#shared/accounts.ts'
import type { Browser } from '../../tests/support/browser.ts'
import { createBuyer } from '../../tests/support/buyers.ts'
import { createStaff } from '../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

/** Every call of the staff by the least role that it is for (decisions, "Beyond the specification"). A new one is put in its place here. */
const CALLS = {
  staff: `
    POST booking-emails/:id/resend
    GET bookings
    GET bookings-file
    GET bookings/:id
    POST bookings/:id/address
    POST bookings/:id/notes
    POST bookings/:id/payment-link
    POST bookings/:id/read-again
    POST bookings/:id/release
    GET colleagues
    GET coverage
    GET customers
    GET departure-days
    GET departures
    GET departures/:id
    GET departures/:id/cancellation
    GET departures/:id/manifest
    GET departures/:id/manifest-file
    GET enquiries
    POST enquiries/:id/answer
    POST enquiries/:id/reopen
    GET figures
    GET find
    GET health
    GET mails
    GET mails/:id
    GET me
    GET quotes
    GET quotes/:id
    POST quotes/:id/approve
    POST quotes/:id/decline
    POST quotes/:id/resend
    POST reservations
    GET reviews
    GET services
    GET tasks
    POST tasks/:id/assign
    POST tasks/:id/close
    GET tours
    GET tours/:id
    GET tours/:id/preview`,
  manager: `
    GET audit
    GET audit-file
    GET bookings/:id/audit
    POST bookings/:id/cancel
    GET bookings/:id/money
    POST bookings/:id/outside-payment
    POST bookings/:id/refund
    POST coverage
    POST coverage/:id/activate
    POST coverage/:id/deactivate
    POST departures/:id/block
    POST departures/:id/cancel
    GET departures/:id/cancellation-preview
    PUT departures/:id/capacity
    POST departures/:id/unblock
    POST mails/:id/resend
    POST pictures
    PUT pictures/:id
    POST pictures/:id/crop
    GET pictures/:id/original
    POST reviews/:id/hide
    POST reviews/:id/show
    PUT services/:id
    POST services/:id/activate
    POST services/:id/deactivate
    POST tasks/:id/cancel-booking
    POST tasks/:id/confirm
    POST tasks/:id/keep-booking
    POST tasks/:id/refund
    POST tasks/:id/retry
    POST tasks/:id/settle
    POST tasks/:id/take-up
    POST tours
    PUT tours/:id
    POST tours/:id/deactivate
    GET tours/:id/deactivation-preview
    POST tours/:id/duplicate
    POST tours/:id/publish`,
  admin: `
    POST invitations
    GET people
    GET people/:id
    POST people/:id/disable
    POST people/:id/enable
    POST people/:id/invite
    POST people/:id/reset-factor
    POST people/:id/role`,
}
const ROLES = ['staff', 'manager', 'admin'] as const
const NOBODY = '00000000-0000-4000-8000-000000000000'

let site: TestApp
const registered: string[] = []

beforeAll(async () => {
  site = await createTestApp({}, { onRoute: note })
})
afterAll(async () => site.close())

function note({ method, url }: RouteOptions): void {
  const [, name] = url.split('/staff/')
  for (const each of [method].flat()) if (name !== undefined && each !== 'HEAD' && each !== 'OPTIONS') registered.push(`${each} ${name}`)
}

function callsOf(role: keyof typeof CALLS): string[] {
  return CALLS[role].trim().split(/\n\s*/)
}

/** Calls something about nobody, with an empty body; returns how it is answered: 401 and 403 come before anything is looked at. */
async function statusFor(who: Browser, call: string): Promise<number> {
  const [method, name = ''] = call.split(' ')
  return (await who.request(method as 'GET' | 'POST' | 'PUT', `/staff/${name.replace(':id', NOBODY)}`, {}, {})).status
}

/** Returns the calls among these that somebody is refused with this status. */
async function refused(who: Browser, asked: string[], status: 401 | 403): Promise<string[]> {
  const found: string[] = []
  for (const call of asked) if ((await statusFor(who, call)) === status) found.push(call)
  return found
}

const every = ROLES.flatMap(callsOf)

/** Expects that somebody is let in to the calls of their role and of those below it, and to no other. */
async function expectCallsOf(who: Browser, role: (typeof ROLES)[number]): Promise<void> {
  const above = ROLES.slice(ROLES.indexOf(role) + 1).flatMap(callsOf)
  expect(await refused(who, every, 403)).toEqual(above)
  expect(await refused(who, every, 401)).toEqual([])
}

async function giveRole({ email }: Browser, role: Role): Promise<void> {
  await site.deps.db.updateTable('users').set({ role }).where('email', '=', email).execute()
}

test('each call of the staff is in the list, and none is there that does not exist', () => {
  expect(every.toSorted()).toEqual(registered.toSorted())
})

test('a visitor is refused each with 401, a customer with 403', async () => {
  expect(await refused(site.visitor(), every, 401)).toEqual(every)
  expect(await refused(await createBuyer(site), every, 403)).toEqual(every)
})

test.each(ROLES)('with the role %s each call of this role and below is open, and no other', async (role) => {
  await expectCallsOf(await createStaff(site, role), role)
})

test('a role that was taken counts with the next call, and an account that was disabled is signed out', async () => {
  const who = await createStaff(site, 'admin')
  expect(await statusFor(who, 'GET people')).toBe(200)
  await giveRole(who, 'manager')
  await expectCallsOf(who, 'manager')
  await giveRole(who, 'staff')
  await expectCallsOf(who, 'staff')
  await giveRole(who, 'customer')
  expect(await refused(who, every, 403)).toEqual(every)
  await giveRole(who, 'admin')
  await site.deps.db.updateTable('users').set({ disabled_at: new Date() }).where('email', '=', who.email).execute()
  expect(await refused(who, every, 401)).toEqual(every)
})
