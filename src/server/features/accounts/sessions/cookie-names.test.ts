import { afterAll, beforeAll, expect, test } from 'vitest'
import * as bookingCalls from '#shared/bookings/calls.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import { OLD_NAMES_UNTIL } from '#server/lib/session-cookies.ts'
import type { Browser } from '../../../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/test-app.ts'

const origin = 'https://www.example.com'
const PERSON = { name: 'Ada Traveller', email: 'ada@example.test', password: 'password1' }
const DAY_MS = 24 * 60 * 60 * 1000
let secure: TestApp

beforeAll(async () => {
  secure = await createTestApp({ PUBLIC_URL: origin })
  await secure.visitor().post(accountCalls.signUp.path, PERSON, { origin })
  secure.advance(OLD_NAMES_UNTIL.getTime() - 3 * DAY_MS - Date.now())
})
afterAll(async () => secure.close())

const ACCESS = '__Host-meridian_access'
const REFRESH = '__Secure-meridian_refresh'

async function logIn(): Promise<Browser> {
  const person = secure.visitor()
  await person.post(accountCalls.logIn.path, PERSON, { origin })
  return person
}

async function logInBefore(): Promise<Browser> {
  const person = await logIn()
  const before = secure.visitor()
  before.cookies.set('meridian_access', person.cookies.get(ACCESS) ?? '')
  before.cookies.set('meridian_refresh', person.cookies.get(REFRESH) ?? '')
  return before
}

test('under https the cookie names make browsers enforce this host alone and https alone (ASVS 3.3.1)', async () => {
  const response = await secure.visitor().post(accountCalls.logIn.path, PERSON, { origin })
  const cookies = [response.headers['set-cookie']].flat().map(String)
  expect(cookies).toContainEqual(
    expect.stringMatching(/^__Host-meridian_access=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
  )
  expect(cookies).toContainEqual(
    expect.stringMatching(/^__Secure-meridian_refresh=[^;]{43}; Max-Age=2592000; Path=\/auth; HttpOnly; Secure; SameSite=Lax$/),
  )
  expect(cookies.join('\n')).not.toMatch(/^meridian_(access|refresh)/m)
})

test('cookies with the old names are read, and replaced at the next refresh', async () => {
  const person = await logInBefore()
  expect((await person.get(bookingCalls.listTourBookings.path)).status).toBe(200)
  expect((await person.post(accountCalls.refreshToken.path, {}, { origin })).status).toBe(200)
  expect([...person.cookies.keys()].toSorted()).toEqual([ACCESS, REFRESH])
  expect((await person.get(bookingCalls.listTourBookings.path)).status).toBe(200)
})

test('a logout clears cookies of both names', async () => {
  const person = await logInBefore()
  const copy = await logIn()
  for (const name of [ACCESS, REFRESH]) person.cookies.set(name, copy.cookies.get(name) ?? '')
  expect((await person.post(accountCalls.logOut.path, {}, { origin })).status).toBe(200)
  expect(person.cookies.size).toBe(0)
})

test('when both names are sent, as another site of the same domain could cause, the protected one counts', async () => {
  const person = await logIn()
  person.cookies.set('meridian_access', 'of somebody else')
  person.cookies.set('meridian_refresh', 'of somebody else')
  expect((await person.get(bookingCalls.listTourBookings.path)).status).toBe(200)
  expect((await person.post(accountCalls.refreshToken.path, {}, { origin })).status).toBe(200)
})

test('once there has been time to replace them, the old names are no longer read', async () => {
  const person = await logInBefore()
  secure.advance(4 * DAY_MS)
  expect((await person.get(bookingCalls.listTourBookings.path)).status).toBe(401)
  expect((await person.post(accountCalls.refreshToken.path, {}, { origin })).status).toBe(401)
})
