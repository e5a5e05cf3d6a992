import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import * as securityCalls from '#shared/accounts/security-calls.ts'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { pathOf } from '#shared/contract.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { ACCESS_COOKIE, REFRESH_COOKIE } from '#server/lib/session-cookies.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { askForQuote, createStaff, draftOf } from '../../../../../tests/support/movers.ts'
import { createTestApp, TOKEN_SECRET, type TestApp } from '../../../../../tests/support/test-app.ts'
import { replacePassword } from '../password-changes.ts'
import { makeAdministrator } from '../people/staff.ts'

const DAY_MS = 24 * 60 * 60 * 1000
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

function copyOf(person: Browser): Browser {
  const copy = site.visitor()
  for (const [name, value] of person.cookies) copy.cookies.set(name, value)
  return copy
}

async function statuses(person: Browser): Promise<number[]> {
  const answers = [
    await person.get(bookingCalls.listTourBookings.path),
    await person.get(bookingCalls.listVehicleBookings.path),
    await person.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf() }),
    await person.get(ownCalls.getAccount.path),
    await person.get(securityCalls.listSessions.path),
  ]
  return answers.map(({ status }) => status)
}

const SIGNED_OUT = [401, 401, 401, 401, 401]

async function anotherDevice(person: Browser): Promise<Browser> {
  const device = site.visitor()
  await device.post(accountCalls.logIn.path, { email: person.email, password: 'password1' })
  return device
}

async function idOf(email: string): Promise<string> {
  return (await site.deps.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id
}

const endings: Record<string, (owner: Browser, stolen: Browser) => Promise<unknown>> = {
  'a logout': async (_owner, stolen) => copyOf(stolen).post(accountCalls.logOut.path),
  'a sign-out of all other devices': async (owner) => owner.delete(securityCalls.listSessions.path),
  'a new password': async (owner) =>
    owner.post(securityCalls.changePassword.path, { currentPassword: 'password1', newPassword: 'password2' }),
  'a password set by an operator': async (owner) => replacePassword(site.deps.db, owner.email, 'password2', site.deps.now()),
  'the deletion of the account': async (owner) => owner.post(securityCalls.deleteAccount.path, { password: 'password1' }),
  'the disabling of the account': async (owner) =>
    site.deps.db.updateTable('users').set({ disabled_at: site.deps.now() }).where('email', '=', owner.email).execute(),
  'a promotion': async (owner) => makeAdministrator(site.deps, { name: 'Boss', email: owner.email, password: 'a long password' }),
}

test.each(Object.keys(endings))('after %s a live access token opens nothing personal (ASVS 7.2.1, 7.4.1, 8.3.1)', async (ending) => {
  const owner = await site.customer()
  const stolen = await anotherDevice(owner)
  expect(await statuses(stolen)).toEqual([200, 200, 200, 200, 200])
  await endings[ending]?.(owner, stolen)
  stolen.cookies.delete(REFRESH_COOKIE)
  expect(await statuses(stolen)).toEqual(SIGNED_OUT)
  expect((await stolen.get(listTours.path)).status, 'the catalogue holds nothing personal').toBe(200)
})

test('somebody who has signed out or is no longer staff approves nothing', async () => {
  const { id } = await askForQuote(site)
  const former = await createStaff(site, 'admin')
  await site.deps.db.updateTable('users').set({ role: 'customer' }).where('email', '=', former.email).execute()
  expect((await former.post(pathOf(staffQuoteCalls.approveQuote, { id }), {})).status).toBe(403)

  const staff = await createStaff(site)
  await site.deps.db
    .updateTable('sessions')
    .set({ revoked_at: site.deps.now() })
    .where('user_id', '=', await idOf(staff.email))
    .execute()
  expect((await staff.post(pathOf(staffQuoteCalls.approveQuote, { id }), {})).status).toBe(401)
})

test('a disabled account can neither refresh nor sign in', async () => {
  const person = await site.customer()
  await site.deps.db.updateTable('users').set({ disabled_at: site.deps.now() }).where('email', '=', person.email).execute()
  expect((await person.post(accountCalls.refreshToken.path)).status).toBe(401)
  expect((await site.visitor().post(accountCalls.logIn.path, { email: person.email, password: 'password1' })).status).toBe(401)
})

test('a session ends 180 days after its login, however often it is renewed (ASVS 7.3.2)', async () => {
  const person = await site.customer()
  for (let renewals = 0; renewals < 7; renewals++) {
    site.advance(25 * DAY_MS)
    expect((await person.post(accountCalls.refreshToken.path)).status).toBe(200)
  }
  site.advance(5 * DAY_MS)
  expect(await statuses(person)).toEqual(SIGNED_OUT)
  expect((await person.post(accountCalls.refreshToken.path)).status).toBe(401)
})

test('a login ends the session that it replaces, even somebody else’s on the same machine (ASVS 7.2.4)', async () => {
  const first = await site.customer()
  const second = await site.customer()
  const before = copyOf(first)
  await first.post(accountCalls.logIn.path, { email: second.email, password: 'password1' })
  expect((await before.get(bookingCalls.listTourBookings.path)).status).toBe(401)
  expect((await before.post(accountCalls.refreshToken.path)).status).toBe(401)
  expect((await second.get(bookingCalls.listTourBookings.path)).status, 'another device').toBe(200)
})

test('a login that fails ends nothing', async () => {
  const person = await site.customer()
  expect((await person.post(accountCalls.logIn.path, { email: person.email, password: 'wrong' })).status).toBe(401)
  expect((await person.get(bookingCalls.listTourBookings.path)).status).toBe(200)
})

test.each([ACCESS_COOKIE, REFRESH_COOKIE])('a logout ends its session when only %s is left', async (left) => {
  const person = await site.customer()
  const before = copyOf(person)
  for (const name of person.cookies.keys()) if (name !== left) person.cookies.delete(name)
  expect((await person.post(accountCalls.logOut.path)).status).toBe(200)
  expect((await before.get(bookingCalls.listTourBookings.path)).status).toBe(401)
  expect((await before.post(accountCalls.refreshToken.path)).status).toBe(401)
})

test('a logout ends its session even with an expired access token, but never with one that we did not sign', async () => {
  const person = await site.customer()
  const other = await site.customer()
  const [header, payload] = (other.cookies.get(ACCESS_COOKIE) ?? '').split('.')
  await site.visitor().post(accountCalls.logOut.path, {}, { cookie: `${ACCESS_COOKIE}=${header}.${payload}.forged` })
  expect((await other.get(bookingCalls.listTourBookings.path)).status).toBe(200)
  const { sub, sid } = JSON.parse(Buffer.from((person.cookies.get(ACCESS_COOKIE) ?? '').split('.')[1] ?? '', 'base64url').toString())
  const expired = createSigner({ key: TOKEN_SECRET, algorithm: 'HS256' })({ sub, sid, exp: Math.floor(Date.now() / 1000) - 60 })
  await site.visitor().post(accountCalls.logOut.path, {}, { cookie: `${ACCESS_COOKIE}=${expired}` })
  expect((await person.post(accountCalls.refreshToken.path)).status).toBe(401)
})
