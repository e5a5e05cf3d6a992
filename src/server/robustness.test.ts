import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#shared/paths.ts'
import type { Browser } from '../../tests/support/browser.ts'
import { everyCall, expectDecentAnswer } from '../../tests/support/every-call.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

const NO_LIMITS = {
  SIGN_IN_TRIES_PER_ADDRESS: '1000000',
  SIGN_UPS_PER_ADDRESS: '1000000',
  CHECKOUTS_PER_ACCOUNT: '1000000',
}
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000'
const TOUR = 'tokyo-and-mount-fuji'
const posts = everyCall.filter((call) => call.method === 'POST')
let site: TestApp
let customer: Browser

beforeAll(async () => {
  site = await createTestApp(NO_LIMITS)
  customer = await site.customer()
})
afterAll(async () => site.close())

/** What a refused call may not have changed. */
async function bookedState(): Promise<unknown> {
  const { rows } = await sql`select
    (select count(*) from bookings) as bookings,
    (select count(*) from tour_bookings) as tour_bookings,
    (select count(*) from payment_attempts) as attempts,
    (select count(*) from refunds) as refunds,
    (select coalesce(sum(seats_taken), 0) from departures) as seats,
    (select count(*) from departures) as departures,
    (select count(*) from mails) as mails`.execute(site.deps.db)
  return rows[0]
}

/** A session of its own, since some calls end it. */
async function signedIn(): Promise<Browser> {
  const browser = site.visitor()
  for (const [name, value] of customer.cookies) browser.cookies.set(name, value)
  return browser
}

test.each(everyCall.filter((call) => !call.isOpen))('$method $name asks who is not signed in to log in', async ({ method, url, body }) => {
  const answer = await site.visitor().request(method, url(UNKNOWN_ID), method === 'POST' ? body : undefined, {})
  expect(answer.status).toBe(401)
  expect(answer.json).toEqual({ statusCode: 401, code: 'unauthenticated', message: 'Please log in to continue.' })
})

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

test.each(brokenBodies)('every call takes %s as its body without falling over or writing anything', async (_what, payload) => {
  const before = await bookedState()
  for (const { url, name } of posts) {
    const answer = await (await signedIn()).post(url(UNKNOWN_ID), payload)
    expectDecentAnswer(answer, name)
    if (payload.length > 1_000_000) expect(answer.status, name).toBe(413)
  }
  expect(await bookedState()).toEqual(before)
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/xml',
  'nonsense',
  'application/json; charset=utf-16',
])('a body of the type %s is refused by every call that reads one', async (type) => {
  for (const { url, name, body } of posts) {
    const answer = await (await signedIn()).post(url(UNKNOWN_ID), JSON.stringify(body), { 'content-type': type })
    expectDecentAnswer(answer, name)
  }
})

const hostileValues: unknown[] = [
  null, true, 0, -1, 0.5, 1e21, 1e308, Number.MAX_SAFE_INTEGER, [], {}, [[]], '', ' ', 'x'.repeat(10_000), '\u0000', 'NaN', 'null',
  '2027-02-30', '0000-01-01', '1999-01-01', '99999-01-01', '💥', '\ud800', "'; drop table bookings; --", '../../etc/passwd', '%00', '${7*7}',
] // prettier-ignore

test.each(posts.filter((call) => Object.keys(call.body).length > 0))(
  '$name takes any value in any of its fields',
  async ({ url, body, name }) => {
    const before = await bookedState()
    for (const field of Object.keys(body)) {
      for (const value of hostileValues) {
        const answer = await (await signedIn()).post(url(UNKNOWN_ID), { ...body, [field]: value })
        expectDecentAnswer(answer, [name, field, value])
      }
      const { [field]: _left, ...rest } = body as Record<string, unknown>
      expectDecentAnswer(await (await signedIn()).post(url(UNKNOWN_ID), rest), [name, field, 'left out'])
    }
    expect(await bookedState()).toEqual(before)
  },
)

test.each([
  [{ totalGuests: 0 }, 'Select at least 1 guest'],
  [{ totalGuests: -3 }, 'Select at least 1 guest'],
  [{ totalGuests: 1.5 }, 'totalGuests must be a whole number'],
  [{ totalGuests: '2' }, 'totalGuests must be a whole number'],
  [{ totalGuests: 1001 }, 'That is more guests than a tour takes'],
  [{ travelDate: '2027-02-30' }, 'Please choose a valid date'],
  [{ travelDate: '2020-01-01' }, 'That date has already passed. Please choose a later one.'],
  [{ travelDate: null }, 'A date is required'],
])('a booking with %j is refused with a text for people, and no seat is held', async (wrong, message) => {
  const before = await bookedState()
  const { stripePriceId: priceId } = await customer.tour(TOUR)
  const answer = await customer.post(calls.createCheckout, { priceId, tour_id: TOUR, totalGuests: 2, travelDate: '2027-04-04', ...wrong })
  expect(answer.status).toBe(400)
  expect(answer.json).toMatchObject({ message, issues: [{ path: Object.keys(wrong)[0], message }] })
  expect(await bookedState()).toEqual(before)
})

const hostileIds = [
  '1', '-1', 'null', 'undefined', '%00', '%20', '%2e%2e%2f', '%', '%E0%A4%A', '%ff', '💥', "'%20or%201=1--", `${UNKNOWN_ID}%00`, 'x'.repeat(65),
  'x'.repeat(101), 'x'.repeat(256), 'x'.repeat(30_000), '__proto__', 'constructor', '{id}', ':id', '0x1F', '1e308', 'cs_test_1%2F..%2F..',
] // prettier-ignore

test.each(everyCall.filter((call) => call.takesId))(
  '$method $name takes any id: what is not there is 404',
  async ({ method, url, body, name }) => {
    const before = await bookedState()
    const send = async (id: string) => (await signedIn()).request(method, url(id), method === 'POST' ? body : undefined, {})
    expect((await send(UNKNOWN_ID)).status).toBe(404)
    for (const id of hostileIds) {
      const answer = await send(id)
      expectDecentAnswer(answer, [name, id])
      expect([400, 404, 414], `${name} ${id}`).toContain(answer.status)
    }
    expect(await bookedState()).toEqual(before)
  },
)

test("somebody else's booking and checkout are 404 for every call, as if they were not there, and stay as they are", async () => {
  const owner = await site.customer()
  const session = await owner.openCheckout(TOUR, 1, '2027-04-05')
  await site.cards.pay(session)
  await owner.checkout(TOUR, 1, '2027-04-06')
  const bookings = await owner.bookings()
  expect(bookings.map((booking) => booking.status).toSorted()).toEqual(['confirmed', 'pending'])
  const before = await bookedState()
  const other = await site.customer()
  expect((await other.get(calls.checkoutSession(session))).status).toBe(404)
  for (const { id } of bookings) {
    for (const { method, url, body, name } of everyCall.filter((call) => call.takesId || call.name === 'createRefund')) {
      const payload = method === 'POST' ? { ...body, ...(name === 'createRefund' && { bookingId: id }) } : undefined
      const theirs = await other.request(method, url(id), payload, {})
      expect(theirs.status, name).toBe(404)
      expectDecentAnswer(theirs, name)
    }
  }
  expect(await owner.bookings()).toEqual(bookings)
  expect(await bookedState()).toEqual(before)
})

test.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const)(
  'the method %s, which no call has, is refused in the form of every error',
  async (method) => {
    for (const { url, name } of everyCall) {
      const { statusCode, payload } = await site.app.inject({
        method,
        url: url(UNKNOWN_ID),
        headers: { origin: site.origin, host: new URL(site.origin).host },
      })
      expect([404, 405], name).toContain(statusCode)
      expectDecentAnswer({ status: statusCode, headers: {}, text: payload, json: JSON.parse(payload) }, name)
    }
  },
)

test('whatever query a call gets, it answers decently', async () => {
  const queries = ['?%', '?%00=%00', '?__proto__[x]=1', '?search[]=1', '?search=%F0%9F%92%A5', `?search=${'x'.repeat(20_000)}`, '?session_id=%00', '?token=%00', '?search=%00', '?date=2027-01-01%00', '?date=0000-01-01', '?date=9999-12-31', `?token=${'x'.repeat(256)}`, '?session_id=a&session_id=b', '?page=NaN&limit=Infinity'] // prettier-ignore
  for (const { url, name } of everyCall.filter((call) => call.method === 'GET')) {
    for (const query of queries) expectDecentAnswer(await customer.get(url(UNKNOWN_ID).split('?')[0] + query), [name, query])
  }
})

test.each([
  ['login', calls.login, ['email', 'password']],
  ['sign-up', calls.signup, ['name', 'email', 'password']],
  ['checkout', calls.createCheckout, ['priceId', 'tour_id', 'totalGuests', 'travelDate']],
  ['refund', calls.createRefund, ['bookingId', 'stripeId', 'reason']],
  ['travellers', calls.travellers(UNKNOWN_ID), ['names']],
])('no JSON at all makes %s fall over', async (_name, url, fields) => {
  const text = fc.string({ unit: 'binary', maxLength: 40 })
  const value = fc.oneof(
    text,
    fc.double(),
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom('2027-01-01', TOUR, UNKNOWN_ID, 'a@example.test', 'secret'),
  )
  const body = fc.record(Object.fromEntries(fields.map((field) => [field, value])), { requiredKeys: [] })
  const before = await bookedState()
  await fc.assert(
    fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: body }, { weight: 1, arbitrary: fc.jsonValue() }), async (json) => {
      expectDecentAnswer(await customer.post(url, JSON.stringify(json)), json)
    }),
    { numRuns: 60 },
  )
  expect(await bookedState()).toEqual(before)
})
