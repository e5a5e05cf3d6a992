import { connect, type Socket } from 'node:net'
import fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '#shared/paths.ts'
import type { Browser } from '../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { addBodyLimits } from './body-limits.ts'

let site: TestApp
let customer: Browser

beforeAll(async () => {
  site = await createTestApp({ BODY_SECONDS: '3', MAX_CONNECTIONS_PER_ADDRESS: '40', TRUST_PROXY: '0' })
  customer = await site.customer()
})
afterAll(async () => site.close())

function open(): Socket {
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  return socket
}

function begin(socket: Socket, bytes: number): void {
  const cookie = [...customer.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = [`PUT ${calls.draft} HTTP/1.1`, 'host: localhost', `cookie: ${cookie}`, 'content-type: application/json']
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${bytes}\r\n\r\n{`)
}

test('a body that trickles in is cut off in time, with a clear error', async () => {
  const socket = open()
  begin(socket, 5_000)
  const drip = setInterval(() => socket.write(' '), 50)
  let response = ''
  socket.setEncoding('utf8').on('data', (part: string) => (response += part))
  // Waits for close, not end: data arriving after the response resets the connection.
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(drip)
  expect(response).toMatch(/^HTTP\/1\.1 408 /)
  expect(response).toContain('"code":"request_timeout"')
})

test('one network cannot fill the memory with the beginnings of bodies, and ended ones no longer count (ASVS 1.4.3)', async () => {
  const sockets: Socket[] = []
  const beginMany = () => {
    const more = Array.from({ length: 32 }, open)
    for (const socket of more) begin(socket, 131_072)
    sockets.push(...more)
  }
  const save = async () =>
    customer.request('PUT', calls.draft, JSON.stringify({ version: 0, draft: { contact: null, items: [], step: 1 } }), {})
  const saveAmongMany = async () => {
    // A body ends after three seconds: on a busy machine some of the first have ended before the last have begun.
    beginMany()
    return (await save()).status
  }
  await expect.poll(saveAmongMany).toBe(503)
  expect((await customer.get(calls.draft)).status, 'what has no body is served').toBe(200)
  for (const socket of sockets) socket.destroy()
  await expect.poll(async () => (await save()).status).not.toBe(503)
})

test('the rest of a refused body is read for a while, and then its connection ends', async () => {
  const app = fastify()
  addBodyLimits(app, { bodySeconds: 0.05 })
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
  app.post('/', async (_request, reply) => reply.code(403).send())
  await app.listen({ host: '127.0.0.1', port: 0 })
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data\r\ncontent-length: 9999\r\n\r\n')
  let response = ''
  socket.setEncoding('utf8').on('data', (part: string) => (response += part))
  const drip = setInterval(() => socket.write('x'), 20)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(drip)
  await app.close()
  expect(response).toMatch(/^HTTP\/1\.1 403 /)
})

test('a body longer than its call needs is refused', async () => {
  const long = { email: 'a'.repeat(40_000), password: 'password' }
  expect((await site.visitor().post(calls.login, long)).status).toBe(413)
})

test('one visitor cannot take all connections, and gets new ones once old ones have ended', async () => {
  const sockets = Array.from({ length: 60 }, open)
  const isOpen = async (socket: Socket) =>
    new Promise<boolean>((resolve) => {
      socket.once('close', () => resolve(false)).once('data', () => resolve(true))
      socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
    })
  const results = await Promise.all(sockets.map(isOpen))
  const served = results.filter(Boolean).length
  expect(served).toBeGreaterThan(30)
  expect(served).toBeLessThanOrEqual(40)
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(async () =>
      fetch(`${site.origin}/healthz`).then(
        async (response) => response.text(),
        () => '',
      ),
    )
    .toBe('{"status":"ok"}')
})
