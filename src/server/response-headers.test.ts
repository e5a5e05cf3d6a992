import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as bookingCalls from '#shared/bookings/calls.ts'
import { pathOf } from '#shared/contract.ts'
import { payReturn } from '#shared/payments/calls.ts'
import * as quoteCalls from '#shared/quotes/calls.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp({ PUBLIC_URL: 'https://travel.example' })
})
afterAll(async () => site.close())

const PROTECTED = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'referrer-policy': 'strict-origin-when-cross-origin',
}

test.each([
  ['an endpoint', 'GET', '/healthz', 200],
  ['a call that needs a sign-in', 'GET', bookingCalls.listTourBookings.path, 401],
  ['an unknown call', 'POST', '/nowhere', 404],
  ['an address without its hash', 'GET', '/tours', 302],
  ['the way back from the card page', 'GET', payReturn.path, 303],
  ['the API document', 'GET', '/openapi.json', 200],
] as const)('%s is protected (ASVS 3.2.1, 3.4.1, 3.4.4, 3.4.5, 3.4.6, 12.2.1, 14.2.2, 14.3.2)', async (_what, method, url, status) => {
  const response = await site.app.inject({ method, url, headers: { accept: 'text/html' } })
  expect(response.statusCode).toBe(status)
  expect(response.headers).toMatchObject({ ...PROTECTED, 'cache-control': 'no-store' })
  expect(response.headers['content-security-policy']).toMatch(/^default-src 'none'; base-uri 'none';.* frame-ancestors 'none'$/)
})

test('the page has its own policy at each of its addresses (ASVS 3.4.3, 3.4.6, 14.2.3)', async () => {
  const page = await site.app.inject('/')
  expect(page.headers).toMatchObject({ ...PROTECTED, 'cache-control': 'no-cache' })
  const policy = String(page.headers['content-security-policy']).split('; ')
  expect(policy).toEqual(expect.arrayContaining(["default-src 'self'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]))
  const known = await site.app.inject({ url: '/', headers: { 'if-none-match': String(page.headers.etag) } })
  expect([known.statusCode, known.body]).toEqual([304, ''])
  const other = await site.app.inject('/index.html')
  expect([other.statusCode, other.headers.location]).toEqual([301, '/'])
})

test('pages may copy, share and use passkeys, and use no other browser feature (ASVS 3.7.1)', async () => {
  for (const url of ['/', '/nowhere', pathOf(quoteCalls.payQuote, { token: 'unknown' }), '/card-sandbox/pay/cs_test_unknown']) {
    const response = await site.app.inject({ url, headers: { accept: 'text/html' } })
    const allowed = new Map(
      String(response.headers['permissions-policy'])
        .split(', ')
        .map((part) => part.split('=') as [string, string]),
    )
    const own = ['clipboard-write', 'publickey-credentials-create', 'publickey-credentials-get', 'web-share']
    for (const [feature, whom] of allowed) expect(whom, `${feature} at ${url}`).toBe(own.includes(feature) ? '(self)' : '()')
    for (const feature of [...own, 'camera', 'geolocation', 'microphone', 'payment', 'usb']) expect([...allowed.keys()]).toContain(feature)
  }
})

test('every text response names its character set (ASVS 4.1.1)', async () => {
  const page = (await site.app.inject('/')).body
  const files = ['js', 'svg'].map((ending) => new RegExp(String.raw`/[\w/.-]+\.${ending}`).exec(page)?.[0] ?? ending)
  const types = await Promise.all(
    ['/', '/healthz', '/nowhere', '/robots.txt', ...files].map(async (url) => (await site.app.inject(url)).headers['content-type']),
  )
  const kinds = ['text/html', 'application/json', 'application/json', 'text/plain', 'application/javascript', 'image/svg+xml']
  expect(types).toEqual(kinds.map((kind) => `${kind}; charset=utf-8`))
})

test('source maps are not served', async () => {
  const script = /\/assets\/[\w-]+\.js/.exec((await site.app.inject('/')).body)?.[0] ?? ''
  const found = await site.app.inject(script)
  expect(found.headers).toMatchObject({ ...PROTECTED, 'cache-control': 'public, max-age=31536000, immutable' })
  expect((await site.app.inject(`${script}.map`)).statusCode).toBe(404)
})

test('a built file has the same headers for HEAD as for GET, and no other name', async () => {
  const page = (await site.app.inject('/')).body
  const [script = '', picture = ''] = [/\/assets\/[\w-]+\.js/, /\/art\/[\w-]+\.avif/].map((address) => address.exec(page)?.[0] ?? '')
  for (const url of [script, picture]) {
    const headers = { 'accept-encoding': 'br' }
    const [got, head] = await Promise.all((['GET', 'HEAD'] as const).map((method) => site.app.inject({ method, url, headers })))
    expect([got?.statusCode, head?.statusCode]).toEqual([200, 200])
    for (const name of ['content-type', 'content-encoding', 'content-length', 'cache-control', 'vary', 'etag']) {
      expect(head?.headers[name], `${name} of ${url}`).toBe(got?.headers[name])
    }
    expect(got?.headers['content-encoding'], url).toBe(url === script ? 'br' : undefined)
  }
  const others = [`${script}.br`, `${script}.gz`, '/art/there-is-none.avif', '/art/..%2findex.html', '/assets/']
  const statuses = await Promise.all(others.map(async (url) => (await site.app.inject(url)).statusCode))
  expect(statuses).toEqual(others.map(() => 404))
})

test.each([
  ['a malformed request', 'GET nothing\r\n\r\n', 'HTTP/1.1 400'],
  ['a malformed address', 'GET /%zz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n', 'HTTP/1.1 400'],
  ['headers that are too long', `GET / HTTP/1.1\r\nhost: localhost\r\nx-long: ${'a'.repeat(40_000)}\r\n\r\n`, 'HTTP/1.1 413'],
])('%s is refused with the same protection (ASVS 3.4.1, 3.4.4)', async (_what, bytes, status) => {
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1')
  socket.write(bytes)
  const response = await text(socket)
  expect(response).toContain(status)
  expect(response).toContain('x-content-type-options: nosniff')
  expect(response).toContain('cache-control: no-store')
  expect(response).toContain(`strict-transport-security: ${PROTECTED['strict-transport-security']}`)
})

test.each(['/.git/config', '/.env', '/package.json', '/assets/', '/..%2f..%2fpackage.json', '/%2e%2e/%2e%2e/package.json'])(
  'no file outside the build is served: %s (ASVS 13.4.1, 13.4.3)',
  async (url) => {
    expect((await site.app.inject(url)).statusCode).toBe(404)
  },
)

test('a request is never echoed to its sender (TRACE) (ASVS 13.4.4)', async () => {
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1')
  socket.write('TRACE / HTTP/1.1\r\nhost: localhost\r\ncookie: a-secret\r\nconnection: close\r\n\r\n')
  const response = await text(socket)
  expect(response).toContain('HTTP/1.1 404')
  expect(response).not.toContain('a-secret')
})

test('the public API document says nothing about what staff can do (ASVS 13.4.5)', async () => {
  const { json } = await site.visitor().get('/openapi.json')
  expect(Object.keys(json.paths).filter((path) => path.startsWith('/staff'))).toEqual([])
})
