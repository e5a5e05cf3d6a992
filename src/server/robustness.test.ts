import { afterAll, beforeAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import * as staffQuoteCalls from '#shared/quotes/staff-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { REFRESH_COOKIE } from '#server/lib/session-cookies.ts'
import { readBookedState } from '../../tests/support/booked-state.ts'
import type { SiteResponse, Browser } from '../../tests/support/browser.ts'
import { expectDecentResponse, expectDecentPage } from '../../tests/support/decent-responses.ts'
import { everyCall, type Call } from '../../tests/support/every-call.ts'
import { askForQuote, bookBody, createStaff, draftOf } from '../../tests/support/movers.ts'
import { createTestApp, NO_LIMITS, type TestApp } from '../../tests/support/test-app.ts'

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const changing = everyCall.filter((call) => call.method !== 'GET')
let site: TestApp
let customer: Browser
let staff: Browser

beforeAll(async () => {
  site = await createTestApp(NO_LIMITS)
  customer = await site.customer()
  staff = await createStaff(site, 'admin')
})
afterAll(async () => site.close())

/** Returns somebody who may make the call, without what would end the session for all tests. */
function callerOf({ name: call, isForStaff }: Call): Browser {
  const browser = site.visitor()
  if (call === 'logOut') return browser
  for (const [name, value] of (isForStaff ? staff : customer).cookies) if (name !== REFRESH_COOKIE) browser.cookies.set(name, value)
  return browser
}

async function send(call: Call, id: string, body: unknown = call.body, headers: Record<string, string> = {}): Promise<SiteResponse> {
  return callerOf(call).request(call.method, call.url(id), body, headers)
}

const brokenBodies = [
  ['nothing', ''],
  ['blanks', '   '],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['a number', '42'],
  ['NaN', 'NaN'],
  ['broken JSON', '{'],
  ['JavaScript', "{'a':1}"],
  ['a null byte', '\u0000'],
  ['null bytes in JSON', '{"\\u0000":"\\u0000"}'],
  ['__proto__', '{"__proto__":{"isAdmin":true}}'],
  ['constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['an infinite number', '{"a":1e999}'],
  ['1 MB', `{"a":"${'x'.repeat(1_048_576)}"}`],
  ['deeply nested lists', `${'['.repeat(120_000)}${']'.repeat(120_000)}`],
  ['deeply nested objects', `${'{"a":'.repeat(40_000)}1${'}'.repeat(40_000)}`],
] as const

test.each(brokenBodies)('every endpoint survives %s as its body and writes nothing (ASVS 1.5.2, 2.2.1, 15.3.6)', async (_what, payload) => {
  const before = await readBookedState(site)
  for (const call of changing) {
    const answer = await send(call, UNKNOWN_ID, payload)
    expectDecentResponse(answer, call.name)
    if (payload.length > 1_000_000) expect(answer.status, call.name).toBe(413)
  }
  expect(await readBookedState(site)).toEqual(before)
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'application/xml', 'nonsense'])(
  'a body of the type %s is refused by every endpoint that reads one (ASVS 3.5.2)',
  async (type) => {
    const before = await readBookedState(site)
    for (const call of changing) {
      const answer = await send(call, UNKNOWN_ID, JSON.stringify(call.body ?? {}), { 'content-type': type })
      expectDecentResponse(answer, call.name)
      if (Object.keys(call.body ?? {}).length > 0) expect(answer.status, call.name).toBeGreaterThanOrEqual(400)
    }
    expect(await readBookedState(site)).toEqual(before)
  },
)

const hostileValues: unknown[] = [
  null, true, 0, -1, 0.5, 1e21, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], '', ' ', 'x'.repeat(10_000), '\u0000', 'NaN', 'null',
  '2127-02-30', '0000-01-01', '1999-01-01', '99999-01-01', '💥', '\ud800', "'; drop table bookings; --", '../../etc/passwd', '%00', '${7*7}',
] // prettier-ignore

test.each(changing.filter((call) => Object.keys(call.body ?? {}).length > 0))(
  '$method $name survives any value in any of its fields',
  async (call) => {
    const { name, body } = call
    const before = await readBookedState(site)
    for (const field of Object.keys(body ?? {})) {
      for (const value of hostileValues) {
        expectDecentResponse(await send(call, UNKNOWN_ID, { ...body, [field]: value }), [name, field, value])
      }
      const { [field]: _left, ...rest } = body as Record<string, unknown>
      expectDecentResponse(await send(call, UNKNOWN_ID, rest), [name, field, 'left out'])
    }
    expect(await readBookedState(site)).toEqual(before)
  },
)

/** Yields a copy of `value` for each of its fields, however deep, with that field replaced by `other`. */
function withEachField(value: unknown, other: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [other]
  const inner = Object.entries(value).flatMap(([key, each]) =>
    withEachField(each, other).map((changed) => (Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed })),
  )
  return [other, ...inner]
}

test('an otherwise acceptable vehicle request, draft or decision survives any value anywhere (ASVS 15.3.5)', async () => {
  const { id } = await askForQuote(site)
  const ways: [Browser, 'POST' | 'PUT', string, object][] = [
    [customer, 'POST', vehicleCalls.requestQuote.path, bookBody()],
    [customer, 'PUT', vehicleCalls.getDraft.path, { version: 0, draft: draftOf() }],
    [staff, 'POST', pathOf(staffQuoteCalls.approveQuote, { id }), { priceCents: 100, reason: 'Stairs' }],
    [staff, 'POST', pathOf(staffQuoteCalls.declineQuote, { id }), { reason: 'Full' }],
  ]
  for (const [who, method, url, body] of ways) {
    for (const value of hostileValues) {
      for (const changed of withEachField(body, value)) {
        expectDecentResponse(await who.request(method, url, changed, {}), [url, JSON.stringify(changed)])
      }
    }
  }
})

test.each(['\ud800', 'x\udc00', '\u0000'])('text that cannot be stored (%j) is refused wherever it appears', async (text) => {
  const item = { id: 'item-1', name: text, length: 1, width: 1, height: 1, photos: [] }
  const draft = await customer.put(vehicleCalls.saveDraft.path, { version: 0, draft: draftOf({ items: [item] }) })
  expectDecentResponse(draft)
  expect(draft.status).toBe(400)
  const items = [{ name: `Sofa ${text}`, dimensions: '1x1x1 cm', photos: [`${text}.jpg`] }]
  const booked = await customer.post(vehicleCalls.requestQuote.path, bookBody({ itemDetails: { items, floorCount: 0, helpers: 0 } }))
  expectDecentResponse(booked)
  expect(booked.status).toBe(400)
})

const hostileIds = [
  '1', '-1', 'null', 'undefined', '%00', '%20', '%2e%2e%2f', '%', '%E0%A4%A', '%ff', '💥', "'%20or%201=1--", `${UNKNOWN_ID}%00`, 'x'.repeat(65),
  'x'.repeat(101), 'x'.repeat(256), 'x'.repeat(30_000), '__proto__', 'constructor', '{id}', ':id', '0x1F', '1e308', 'cs_test_1%2F..%2F..',
] // prettier-ignore

test.each(everyCall.filter((call) => call.takesId))('$method $name survives any id, unknown ones too (ASVS 1.1.1)', async (call) => {
  const { name, unknownId } = call
  const before = await readBookedState(site)
  expect((await send(call, UNKNOWN_ID)).status).toBe(unknownId)
  for (const id of hostileIds) {
    const answer = await send(call, id)
    if (call.isPage) expectDecentPage(answer, [name, id])
    else expectDecentResponse(answer, [name, id])
    expect([400, 404, 414, unknownId], `${name} ${id}`).toContain(answer.status)
  }
  expect(await readBookedState(site)).toEqual(before)
})

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
  'the method %s is refused with an API error by every endpoint that does not have it',
  async (method) => {
    const having = new Set(everyCall.filter((call) => call.method === method).map(({ url }) => url(UNKNOWN_ID)))
    for (const { url, name } of everyCall.filter((call) => !having.has(call.url(UNKNOWN_ID)))) {
      const { statusCode, payload } = await site.app.inject({
        method,
        url: url(UNKNOWN_ID),
        headers: { origin: site.origin, host: new URL(site.origin).host },
      })
      expect([404, 405], name).toContain(statusCode)
      expectDecentResponse({ status: statusCode, headers: {}, text: payload, bytes: Buffer.from(payload), json: JSON.parse(payload) }, name)
    }
  },
)

test('whatever query an endpoint gets, its response is well formed (ASVS 2.2.1, 15.3.7, 16.5.1)', async () => {
  const queries = ['?%', '?%00=%00', '?__proto__[x]=1', '?search[]=1', '?search=%F0%9F%92%A5', `?search=${'x'.repeat(20_000)}`, '?session_id=%00', '?token=%00', '?search=%00', '?date=2127-01-01%00', '?date=0000-01-01', '?date=9999-12-31', `?token=${'x'.repeat(256)}`, '?session_id=a&session_id=b', '?page=NaN&limit=Infinity'] // prettier-ignore
  queries.push('?status=', '?status=nonsense', '?status=pending&status=approved', '?status[]=pending')
  for (const call of everyCall.filter((each) => each.method === 'GET')) {
    for (const query of queries) {
      const answer = await callerOf(call).get(call.url(UNKNOWN_ID).split('?')[0] + query)
      if (call.isPage) expectDecentPage(answer, [call.name, query])
      else expectDecentResponse(answer, [call.name, query])
    }
  }
})
