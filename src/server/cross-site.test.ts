import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { deliverEvent } from '#shared/payments/calls.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import { everyCall, type Call } from '../../tests/support/every-call.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

const WEB_ORIGIN = 'https://pages.example.com'
const ID = '00000000-0000-4000-8000-000000000000'
const changing = everyCall.filter((call) => call.method !== 'GET' && call.name !== 'deliverEvent')
let site: TestApp
let split: TestApp

beforeAll(async () => {
  site = await createTestApp()
  split = await createTestApp({ WEB_ORIGIN })
})
afterAll(async () => {
  await site.close()
  await split.close()
})

async function send(app: TestApp, method: Call['method'] | 'OPTIONS', url: string, headers: Record<string, string>, body?: object) {
  const host = new URL(app.origin).host
  return app.app.inject({ method, url, headers: { host, ...headers }, ...(body && { payload: body }) })
}

const foreign: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['a site that begins with our name', { origin: 'http://127.0.0.1.evil.example' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ['a cross-site form without an origin', { 'sec-fetch-site': 'cross-site' }],
  ['an empty origin', { origin: '' }],
]

test.each(foreign)('no request that changes something may come from %s (ASVS 3.5.1, 3.5.2)', async (_from, headers) => {
  for (const { method, url, body, name } of changing) {
    const answer = await send(site, method, url(ID), headers, body)
    expect(answer.statusCode, name).toBe(403)
    expect(answer.json(), name).toEqual({
      statusCode: 403,
      code: 'cross_site',
      message: 'This request is only allowed from our own pages.',
    })
    expect(answer.headers['set-cookie'], name).toBeUndefined()
  }
})

test('an https page on our own host name is another site when we are reached by http', async () => {
  const answer = await send(site, 'POST', accountCalls.logOut.path, { origin: site.origin.replace('http:', 'https:') })
  expect(answer.statusCode).toBe(403)
})

test.each([[{}], [{ 'sec-fetch-site': 'same-origin' }], [{ 'sec-fetch-site': 'none' }]])(
  'a request without an origin does not come from a foreign page and is let through (%j)',
  async (headers: Record<string, string>) => {
    expect((await send(site, 'POST', accountCalls.logOut.path, headers)).statusCode).toBe(200)
  },
)

test('our own pages may send requests, under whatever loopback name they were opened', async () => {
  const { port } = new URL(site.origin)
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`, `LOCALHOST:${port}`]) {
    const answer = await send(site, 'POST', accountCalls.logOut.path, { host, origin: `http://${host.toLowerCase()}` })
    expect(answer.statusCode, host).toBe(200)
  }
})

test('a host name that is not ours does not make its pages ours (DNS rebinding)', async () => {
  const answer = await send(site, 'POST', accountCalls.logOut.path, { host: 'evil.example', origin: 'http://evil.example' })
  expect(answer.statusCode).toBe(403)
})

test("the card provider's events come without cookies and are judged by their signature alone", async () => {
  const answer = await send(site, 'POST', deliverEvent.path, { origin: 'https://evil.example' }, {})
  expect(answer.json()).toMatchObject({ statusCode: 400, code: 'invalid_signature' })
})

test('reading is not limited by origin, but without WEB_ORIGIN no foreign page may see the response (ASVS 3.4.2)', async () => {
  const answer = await send(site, 'GET', '/healthz', { origin: 'https://evil.example' })
  expect(answer.statusCode).toBe(200)
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  const preflight = await send(site, 'OPTIONS', accountCalls.logIn.path, { origin: WEB_ORIGIN, 'access-control-request-method': 'POST' })
  expect(preflight.statusCode).toBe(404)
})

test('the one web origin may read how many entries a list has', async () => {
  const answer = await send(split, 'GET', '/healthz', { origin: WEB_ORIGIN })
  expect(answer.headers['access-control-expose-headers']).toBe('x-total-count, retry-after, date, x-no-cookies')
})

test('the one web origin may send credentials, and the preflight request says so', async () => {
  const asked = { origin: WEB_ORIGIN, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' }
  for (const { method, url, name } of everyCall) {
    const preflight = await send(split, 'OPTIONS', url(ID), asked)
    expect(preflight.statusCode, name).toBe(204)
    expect(preflight.headers, name).toMatchObject({
      'access-control-allow-origin': WEB_ORIGIN,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': expect.stringContaining(method),
      'access-control-allow-headers': 'content-type',
    })
  }
  const { email } = await split.customer()
  const body = { email, password: 'password1' }
  const login = await send(split, 'POST', accountCalls.logIn.path, { origin: WEB_ORIGIN, 'sec-fetch-site': 'same-site' }, body)
  expect(login.statusCode).toBe(200)
  expect(login.headers).toMatchObject({
    'access-control-allow-origin': WEB_ORIGIN,
    'access-control-allow-credentials': 'true',
    'cross-origin-resource-policy': 'cross-origin',
  })
})

test('the web origin can read a refusal too, or its page could not show the message', async () => {
  const answer = await send(split, 'GET', bookingCalls.listTourBookings.path, { origin: WEB_ORIGIN })
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['access-control-allow-origin']).toBe(WEB_ORIGIN)
})

test('every response says that it varies by origin, including the compressed list of tours', async () => {
  const cookie = await cookieOfTraveller()
  const answer = await send(split, 'GET', listTours.path, { origin: WEB_ORIGIN, cookie, 'accept-encoding': 'br' })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['vary']).toMatch(/origin/i)
  expect(answer.headers['vary']).toMatch(/accept-encoding/i)
  const withoutOrigin = await send(split, 'GET', bookingCalls.listTourBookings.path, { cookie })
  expect(withoutOrigin.headers['vary']).toMatch(/origin/i)
  expect(withoutOrigin.headers['access-control-allow-origin']).toBeUndefined()
})

test.each([
  'https://evil.example',
  'https://pages.example.com.evil.example',
  'http://pages.example.com',
  'https://pages.example.com:8443',
  'null',
])('with WEB_ORIGIN set, %s is still a foreign origin (ASVS 3.4.2)', async (origin) => {
  const preflight = await send(split, 'OPTIONS', accountCalls.logIn.path, { origin, 'access-control-request-method': 'POST' })
  expect(preflight.statusCode).toBe(404)
  const answer = await send(split, 'POST', accountCalls.logOut.path, { origin })
  expect(answer.statusCode).toBe(403)
  for (const { headers } of [preflight, answer]) expect(headers['access-control-allow-origin']).toBeUndefined()
})

async function cookieOfTraveller(): Promise<string> {
  const visitor = await split.customer()
  return [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
}
