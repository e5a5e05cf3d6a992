import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import { expectErrorForm } from '../../tests/support/decent-responses.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let site: TestApp

beforeAll(async () => {
  site = await createTestApp()
})
afterAll(async () => site.close())

async function sendBytes(bytes: string): Promise<{ status: number; body: string }> {
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1')
  socket.write(bytes)
  const answer = await text(socket)
  const [head = '', ...body] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), body: body.join('\r\n\r\n') }
}

test.each([
  ['a method that does not exist', 'FOO / HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
  [
    'a URL of 20,000 characters',
    `GET /tours/view_all?search=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`,
    413,
  ],
  ['headers of 20,000 characters', `GET /healthz HTTP/1.1\r\nHost: localhost\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`, 413],
  ['two body lengths', 'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}', 400],
  ['a length and chunks', 'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}', 400],
  ['a chunk of no size', 'POST /auth/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 400],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n', 400],
  ['no HTTP at all', '\u0016\u0003\u0001\r\n\r\n', 400],
])('%s is refused with an API error (ASVS 4.2.1)', async (_what, bytes, status) => {
  const answer = await sendBytes(bytes)
  expect(answer.status).toBe(status)
  expectErrorForm({ status, headers: {}, text: answer.body, bytes: Buffer.from(answer.body), json: JSON.parse(answer.body) })
})

test('an HTTP/1.0 request without a host gets a response', async () => {
  const post = `POST ${accountCalls.logOut.path} HTTP/1.0\r\nOrigin: https://evil.example\r\n\r\n`
  expect((await sendBytes(post)).status).toBe(403)
  expect((await sendBytes('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200)
})

test('after all of that the site responds as before', async () => {
  expect(await (await fetch(`${site.origin}/readyz`)).json()).toEqual({ status: 'ready', database: true, migrations: true })
})
