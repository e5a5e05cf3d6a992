import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { DEVICE_COOKIE } from '#server/lib/session-cookies.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

const logIn = async (who: Browser, email: string, password: string) => (await who.post(accountCalls.logIn.path, { email, password })).status

async function lockOut(who: Browser, email: string): Promise<number[]> {
  const statuses: number[] = []
  for (let count = 0; count < 10; count++) statuses.push(await logIn(who, email, `wrong ${count}`))
  return [...new Set(statuses), await logIn(who, email, 'password1')]
}

test('ten wrong passwords elsewhere do not lock the owner out of a device that they have signed in on (ASVS 6.3.1)', async () => {
  const owner = await site.customer()
  await owner.post(accountCalls.logOut.path)
  expect([...owner.cookies.keys()], 'a logout leaves the device known').toEqual([DEVICE_COOKIE])
  expect(await lockOut(site.visitor(), owner.email)).toEqual([401, 429])
  expect(await logIn(owner, owner.email, 'password1')).toBe(200)
  expect(await logIn(site.visitor(), owner.email, 'password1'), 'still locked elsewhere').toBe(429)
})

test('a known device has its own ten tries, and using them up locks nobody else out', async () => {
  const owner = await site.customer()
  await owner.post(accountCalls.logOut.path)
  expect(await lockOut(owner, owner.email)).toEqual([401, 429])
  expect(await logIn(site.visitor(), owner.email, 'password1')).toBe(200)
})

test('a device is known only to the account that signed in on it', async () => {
  const owner = await site.customer()
  const attacker = await site.customer()
  await lockOut(site.visitor(), owner.email)
  expect(await logIn(attacker, owner.email, 'password1')).toBe(429)
  for (const cookie of ['nonsense', 'a.b.c', '', attacker.cookies.get('meridian_access') ?? '']) {
    const response = await site
      .visitor()
      .post(accountCalls.logIn.path, { email: owner.email, password: 'password1' }, { cookie: `${DEVICE_COOKIE}=${cookie}` })
    expect([cookie, response.status]).toEqual([cookie, 429])
  }
})

test('a device cookie grants no access by itself (ASVS 9.2.2)', async () => {
  const owner = await site.customer()
  const device = owner.cookies.get(DEVICE_COOKIE) ?? ''
  for (const name of ['meridian_access', 'meridian_refresh']) {
    const visitor = site.visitor()
    expect((await visitor.get(bookingCalls.listTourBookings.path, { cookie: `${name}=${device}` })).status).toBe(401)
    expect((await visitor.post(accountCalls.refreshToken.path, {}, { cookie: `${name}=${device}` })).status).toBe(401)
  }
})

test('a known device keeps its name over logins, so that a login gives nobody new tries', async () => {
  const owner = await site.customer()
  const first = owner.cookies.get(DEVICE_COOKIE) ?? ''
  await logIn(owner, owner.email, 'password1')
  expect(idIn(owner.cookies.get(DEVICE_COOKIE) ?? '')).toBe(idIn(first))
})

test('five foreign requests for a forgotten password do not use up the owner’s', async () => {
  const owner = await site.customer()
  await owner.post(accountCalls.logOut.path)
  const forget = async (who: Browser) => (await who.post(accountCalls.forgotPassword.path, { email: owner.email })).status
  const foreign: number[] = []
  for (let count = 0; count < 6; count++) foreign.push(await forget(site.visitor()))
  expect(foreign).toEqual([200, 200, 200, 200, 200, 429])
  const own: number[] = []
  for (let count = 0; count < 6; count++) own.push(await forget(owner))
  expect(own).toEqual([200, 200, 200, 200, 200, 429])
})

function idIn(token: string): unknown {
  return (JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { did?: unknown }).did
}
