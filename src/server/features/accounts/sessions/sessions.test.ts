import { randomUUID } from 'node:crypto'
import { createSigner } from 'fast-jwt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { hashToken } from '#server/lib/secrets.ts'
import { ACCESS_COOKIE, REFRESH_COOKIE } from '#server/lib/session-cookies.ts'
import type { Browser, SiteResponse } from '../../../../../tests/support/browser.ts'
import { createTestApp, TOKEN_SECRET, type TestApp } from '../../../../../tests/support/test-app.ts'
import { deleteExpiredSessions } from './sessions.ts'

const UNAUTHENTICATED = { statusCode: 401, code: 'unauthenticated', message: 'Please log in to continue.' }
const DAY_MS = 86_400_000
let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

function setCookies({ headers }: SiteResponse): string[] {
  const value = headers['set-cookie']
  return Array.isArray(value) ? value : value === undefined ? [] : [String(value)]
}

async function refreshWith(token: string): Promise<SiteResponse> {
  return site.visitor().post(accountCalls.refreshToken.path, {}, { cookie: `${REFRESH_COOKIE}=${token}` })
}

function refreshTokenOf(person: Browser): string {
  return person.cookies.get(REFRESH_COOKIE) ?? ''
}

test('login sets three cookies that no script can read and no other site can send (ASVS 3.3.2, 3.3.4)', async () => {
  const person = site.visitor()
  await person.post(accountCalls.signUp.path, { name: 'Cookie', email: 'cookie@example.test', password: 'password1' })
  const answer = await person.post(accountCalls.logIn.path, { email: 'cookie@example.test', password: 'password1' })
  const [access = '', refresh = '', device = '', ...more] = setCookies(answer)
  expect(more).toEqual([])
  expect(access).toMatch(/^meridian_access=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(refresh).toMatch(/^meridian_refresh=[^;]{43}; Max-Age=2592000; Path=\/auth; HttpOnly; SameSite=Lax$/)
  expect(device).toMatch(/^meridian_device=[^;]+; Max-Age=31536000; Path=\/auth; HttpOnly; SameSite=Lax$/)
  expect(answer.text).not.toContain(refreshTokenOf(person))
})

test('with an https address the cookies are Secure, even when they are renewed and cleared', async () => {
  const origin = 'https://www.example.com'
  const secure = await createTestApp({ PUBLIC_URL: origin })
  try {
    const person = secure.visitor()
    const body = { name: 'Ada Traveller', email: 'ada@example.test', password: 'password1' }
    await person.post(accountCalls.signUp.path, body, { origin })
    for (const call of [accountCalls.logIn.path, accountCalls.refreshToken.path, accountCalls.logOut.path]) {
      const cookies = setCookies(await person.post(call, body, { origin }))
      expect(cookies).toHaveLength(call === accountCalls.logIn.path ? 3 : 2)
      for (const cookie of cookies) expect(cookie).toMatch(/; Path=\/(auth)?; (Expires=[^;]+; )?HttpOnly; Secure; SameSite=Lax$/)
    }
  } finally {
    await secure.close()
  }
})

test('the database holds only the hash of a refresh token', async () => {
  const person = await site.customer()
  const token = refreshTokenOf(person)
  const rows = await site.deps.db.selectFrom('refresh_tokens').selectAll().execute()
  expect(rows.map((row) => row.token_hash)).toContain(hashToken(token))
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('a refresh sets two new cookies, and the person stays signed in (ASVS 7.2.2)', async () => {
  const person = await site.customer()
  const before = refreshTokenOf(person)
  person.cookies.delete(ACCESS_COOKIE)
  expect((await person.get(bookingCalls.listTourBookings.path)).json).toEqual(UNAUTHENTICATED)
  const answer = await person.post(accountCalls.refreshToken.path)
  expect(answer.status).toBe(200)
  expect(answer.json).toEqual({ message: 'Token refreshed' })
  expect(refreshTokenOf(person)).not.toBe(before)
  expect((await person.get(bookingCalls.listTourBookings.path)).status).toBe(200)
})

test.each([
  ['', undefined],
  ['', 'application/json'],
  ['{}', 'application/json'],
])('refresh and logout accept the specified empty body (%j, content-type %s)', async (payload, contentType) => {
  const person = await site.customer()
  for (const url of [accountCalls.refreshToken.path, accountCalls.logOut.path]) {
    const answer = await site.app.inject({
      method: 'POST',
      url,
      headers: { cookie: `${REFRESH_COOKIE}=${refreshTokenOf(person)}`, ...(contentType && { 'content-type': contentType }) },
      payload,
    })
    expect(answer.statusCode).toBe(200)
  }
})

test('two tabs may send the same refresh token within the grace period, and both stay signed in', async () => {
  const person = await site.customer()
  const token = refreshTokenOf(person)
  await person.post(accountCalls.refreshToken.path)
  const otherTab = await refreshWith(token)
  expect(otherTab.status).toBe(200)
  expect((await person.post(accountCalls.refreshToken.path)).status).toBe(200)
})

test('20 refreshes at once with one token all succeed, with one and the same new token', async () => {
  const token = refreshTokenOf(await site.customer())
  const answers = await Promise.all(Array.from({ length: 20 }, async () => refreshWith(token)))
  expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
  const tokens = answers.map((answer) => /meridian_refresh=([^;]+)/.exec(setCookies(answer).join('\n'))?.[1] ?? '')
  expect(new Set(tokens).size).toBe(1)
  expect((await refreshWith(tokens[7] ?? '')).status).toBe(200)
})

test('a spent token sent again after the grace period was stolen: its whole family is revoked, but no other device', async () => {
  const person = await site.customer()
  const stolen = refreshTokenOf(person)
  const phone = site.visitor()
  await phone.post(accountCalls.logIn.path, { email: person.email, password: 'password1' })
  await person.post(accountCalls.refreshToken.path)
  const newest = refreshTokenOf(person)
  site.advance(11_000)

  const thief = await refreshWith(stolen)
  expect(thief.status).toBe(401)
  expect(thief.json).toEqual(UNAUTHENTICATED)
  expect(setCookies(thief).every((cookie) => cookie.includes('Expires=Thu, 01 Jan 1970'))).toBe(true)
  expect((await refreshWith(newest)).status).toBe(401)
  expect((await phone.post(accountCalls.refreshToken.path)).status).toBe(200)
})

test('an unspent token is good for 30 days and no longer (ASVS 7.3.1)', async () => {
  const early = await site.customer()
  const late = await site.customer()
  site.advance(29 * DAY_MS)
  expect((await early.post(accountCalls.refreshToken.path)).status).toBe(200)
  site.advance(1.01 * DAY_MS)
  expect((await late.post(accountCalls.refreshToken.path)).status).toBe(401)
  expect((await early.post(accountCalls.refreshToken.path)).status).toBe(200)
})

test('logout revokes the session on the server, clears both cookies and may be repeated (ASVS 7.4.1)', async () => {
  const person = await site.customer()
  const token = refreshTokenOf(person)
  const answer = await person.post(accountCalls.logOut.path)
  expect(answer.status).toBe(200)
  expect(setCookies(answer).map((cookie) => cookie.split(';')[0])).toEqual(['meridian_access=', 'meridian_refresh='])
  expect([...person.cookies.keys()]).toEqual(['meridian_device'])
  expect((await refreshWith(token)).status).toBe(401)
  expect((await person.post(accountCalls.logOut.path)).status).toBe(200)
  expect((await person.get(bookingCalls.listTourBookings.path)).status).toBe(401)
})

test('a deleted user cannot refresh', async () => {
  const person = await site.customer()
  await site.deps.db.updateTable('users').set({ deleted_at: new Date() }).where('email', '=', person.email).execute()
  expect((await person.post(accountCalls.refreshToken.path)).status).toBe(401)
})

test.each(['', 'nonsense', 'x'.repeat(400), '%00', '%E0%A4%A', "' or 1=1 --"])('the refresh token %j is 401', async (token) => {
  const answer = await refreshWith(token)
  expect(answer.status).toBe(401)
  expect(answer.json).toEqual(UNAUTHENTICATED)
  expect(answer.headers['x-no-cookies'], 'only without a cookie').toBe(token === '' ? '1' : undefined)
})

test('only access tokens that we signed, whole and not expired, are accepted (ASVS 9.1.1, 9.1.2)', async () => {
  const sign = (key: string, payload: object) => createSigner({ key, algorithm: 'HS256' })(payload)
  const now = Math.floor(Date.now() / 1000)
  const sid = randomUUID()
  await site.deps.db.insertInto('sessions').values({ id: sid, user_id: 'user_1' }).execute()
  const good = { sub: 'user_1', sid, exp: now + 60 }
  const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const genuine = sign(TOKEN_SECRET, good)
  const [header = '', , signature = ''] = genuine.split('.')
  const forged = {
    'of another key': sign('another secret, that is just as long as ours', good),
    'not signed': `${segment({ alg: 'none', typ: 'JWT' })}.${segment(good)}.`,
    'of another person': `${header}.${segment({ ...good, sub: 'admin_1' })}.${signature}`,
    expired: sign(TOKEN_SECRET, { ...good, exp: now - 1 }),
    'without a person': sign(TOKEN_SECRET, { sid, exp: now + 60 }),
    'without a session': sign(TOKEN_SECRET, { sub: 'user_1', exp: now + 60 }),
    'of no session': sign(TOKEN_SECRET, { ...good, sid: 'a' }),
    'no token at all': 'a.b.c',
    'a refresh token': refreshTokenOf(await site.customer()),
  }
  const statusOf = async (token: string) =>
    (await site.visitor().get(bookingCalls.listTourBookings.path, { cookie: `${ACCESS_COOKIE}=${token}` })).status
  // Sent twice, since known tokens are remembered.
  expect([await statusOf(genuine), await statusOf(genuine)]).toEqual([200, 200])
  for (const [name, token] of Object.entries(forged)) {
    expect([name, await statusOf(token), await statusOf(token)]).toEqual([name, 401, 401])
  }
})

test('an access token that was accepted before is refused once it has expired (ASVS 9.2.1)', async () => {
  const person = await site.customer()
  expect((await person.get(bookingCalls.listTourBookings.path)).status).toBe(200)
  const later = Date.now() + 601_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  expect((await person.get(bookingCalls.listTourBookings.path)).status).toBe(401)
})

test('the nightly job deletes what has expired, and nobody is signed out', async () => {
  const old = await site.customer()
  site.advance(31 * DAY_MS)
  const fresh = await site.customer()
  await deleteExpiredSessions(site.deps, site.deps.now())
  const { db } = site.deps
  const owners = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select('email')
    .where('email', 'in', [old.email, fresh.email])
    .execute()
  expect(owners).toEqual([{ email: fresh.email }])
  expect((await fresh.post(accountCalls.refreshToken.path)).status).toBe(200)
})
