import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '#shared/accounts/calls.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import type { Browser } from '../../tests/support/browser.ts'
import { expectDecentResponse } from '../../tests/support/decent-responses.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'

let site: TestApp
let customer: Browser

beforeAll(async () => {
  site = await createTestApp()
  customer = await site.customer()
})
afterAll(async () => site.close())

test.each(['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=x'])(
  'a broken upload (%s) is refused, and its connection serves the next request',
  async (type) => {
    const cookie = [...customer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const body = 'a'.repeat(131_072)
    const socket = connect(Number(new URL(site.origin).port), '127.0.0.1')
    const head = `host: localhost\r\ncookie: ${cookie}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}`
    socket.write(`POST ${vehicleCalls.uploadPhoto.path} HTTP/1.1\r\n${head}\r\n\r\n${body}`)
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
    const responses = await text(socket)
    expect(responses).toMatch(/^HTTP\/1\.1 400 /)
    expect(responses).toContain('{"status":"ok"}')
  },
)

test.each([
  ['gzip', createCheckout.path],
  ['br', '/card-sandbox/c/pay/cs_1'],
  ['gzip, gzip', '/card-sandbox/c/pay/cs_1'],
  ['banana', accountCalls.logIn.path],
])('a body in the encoding %s is refused at %s, before anything unpacks it (ASVS 5.2.3)', async (encoding, url) => {
  const response = await customer.post(url, {}, { 'content-encoding': encoding })
  expectDecentResponse(response)
  expect(response.status).toBe(415)
})

test('JSON is read as UTF-8, whatever character set its type names', async () => {
  const person = { email: 'utf8@example.test', password: 'pässword' }
  const type = { 'content-type': 'application/json; charset=utf-16' }
  expect((await site.visitor().request('POST', accountCalls.signUp.path, JSON.stringify({ name: 'Zoë', ...person }), type)).status).toBe(
    201,
  )
  expect((await site.visitor().post(accountCalls.logIn.path, person)).json.user).toMatchObject({ name: 'Zoë' })
})
