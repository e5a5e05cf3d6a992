import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodeForm } from './params.ts'
import { startTestSandbox, type TestSandbox } from './test-support.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.stop())

/** Uses a bare request, because fetch cannot set the host. */
async function statusOf(path: string, headers: Record<string, string>): Promise<number | undefined> {
  const call = request({ port: sandbox.port, host: '127.0.0.1', path, headers }).end()
  const [response] = (await once(call, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

const KEY = { authorization: 'Bearer sk_test_sandbox' }

test.each(['/v1/products', '/_control/state'])('%s needs the key, as Bearer or Basic', async (path) => {
  expect(await statusOf(path, {})).toBe(401)
  expect(await statusOf(path, { authorization: 'Bearer sk_live_1' })).toBe(401)
  expect(await statusOf(path, KEY)).toBe(200)
  expect(await statusOf(path, { authorization: `Basic ${btoa('sk_test_sandbox:')}` })).toBe(200)
})

test.each(['/v1/products', '/_control/state'])('%s is closed to calls through the site or another host (ASVS 13.2.3)', async (path) => {
  expect(await statusOf(path, { ...KEY, 'x-forwarded-for': '203.0.113.9' })).toBe(403)
  expect(await statusOf(path, { ...KEY, 'x-forwarded-host': 'site.test' })).toBe(403)
  expect(await statusOf(path, { ...KEY, host: 'evil.test' })).toBe(403)
  expect(await statusOf(`/card-sandbox${path}`, KEY)).toBe(404)
})

test('/healthz reports its health to anyone', async () => {
  expect(await (await fetch(`${sandbox.url}/healthz`)).json()).toEqual({ status: 'ok', sandbox: true })
})

test('an unknown control is a 404, a malformed body a 400', async () => {
  await expect(sandbox.control('explode')).rejects.toThrow(/No such control/)
  const answer = await fetch(`${sandbox.url}/_control/clock`, { method: 'POST', headers: KEY, body: '{' })
  expect(answer.status).toBe(400)
})

test('reset forgets everything', async () => {
  await sandbox.stripe.products.create({ name: 'Lofoten' })
  await sandbox.control('reset')
  expect((await sandbox.control<{ counts: object }>('state')).counts).toMatchObject({ product: 0, answer: 0 })
})

test('the form decoder nests objects and lists and keeps literals', () => {
  const decoded = decodeForm(
    'line_items[0][price]=p&line_items[1][price]=q&metadata[a]=&success_url=http%3A%2F%2Fx%2F%23%2Fs%3Fid%3D%7BCHECKOUT_SESSION_ID%7D&expand[]=a&expand[]=b',
  )
  expect(JSON.parse(JSON.stringify(decoded))).toEqual({
    line_items: { 0: { price: 'p' }, 1: { price: 'q' } },
    metadata: { a: '' },
    success_url: 'http://x/#/s?id={CHECKOUT_SESSION_ID}',
    expand: { 0: 'a', 1: 'b' },
  })
})

test.each([
  '__proto__[polluted]=1',
  'metadata[__proto__][polluted]=1',
  'constructor[prototype][polluted]=1',
  'a[prototype]=1',
  'a[b',
  'a=1&a[b]=2',
  `a${'[b]'.repeat(20)}=1`,
])('the form decoder refuses %s', (text) => {
  expect(() => decodeForm(text)).toThrow(/could not be read/)
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})
