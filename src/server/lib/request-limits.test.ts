import { Agent, request, type IncomingMessage } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import * as accountCalls from '#shared/accounts/calls.ts'
import type { Browser } from '../../../tests/support/browser.ts'
import { createTestApp, type TestApp } from '../../../tests/support/test-app.ts'
import { addBodyLimits } from './body-limits.ts'
import { limitedServer } from './connection-limits.ts'
import { addErrorResponses } from './error-responses.ts'

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
  const head = [`PUT ${vehicleCalls.getDraft.path} HTTP/1.1`, 'host: localhost', `cookie: ${cookie}`, 'content-type: application/json']
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
    customer.request('PUT', vehicleCalls.getDraft.path, JSON.stringify({ version: 0, draft: { contact: null, items: [], step: 1 } }), {})
  const saveAmongMany = async () => {
    // A body ends after three seconds: on a busy machine some of the first have ended before the last have begun.
    beginMany()
    return (await save()).status
  }
  await expect.poll(saveAmongMany).toBe(503)
  expect((await customer.get(vehicleCalls.getDraft.path)).status, 'what has no body is served').toBe(200)
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
  expect((await site.visitor().post(accountCalls.logIn.path, long)).status).toBe(413)
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

describe('connections', () => {
  const asked: string[] = []
  let port = 0
  let app: FastifyInstance
  let answer = async (): Promise<unknown> => 'done'

  beforeAll(async () => {
    const limits = { MAX_CONNECTIONS: 100, MAX_CONNECTIONS_PER_ADDRESS: 100, TRUST_PROXY: 0 }
    app = fastify({ serverFactory: limitedServer(limits, 300) })
    app.route({
      method: ['GET', 'POST'],
      url: '/:name',
      handler: async ({ params }) => {
        asked.push((params as { name: string }).name)
        return answer()
      },
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = (app.server.address() as AddressInfo).port
  })
  beforeEach(() => {
    asked.length = 0
    answer = async () => 'done'
  })
  afterAll(async () => app.close())

  const get = (name: string, more = '') => `GET /${name} HTTP/1.1\r\nhost: x\r\n${more}\r\n`
  function openTo(allowHalfOpen = false): Socket {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen })
    socket.on('error', () => undefined)
    return socket
  }
  async function readAll(socket: Socket): Promise<string> {
    let received = ''
    socket.setEncoding('utf8').on('data', (part: string) => (received += part))
    await new Promise((resolve) => socket.once('close', resolve))
    return received
  }

  test('answers sixteen pipelined requests in order, one at a time', async () => {
    let [busy, most] = [0, 0]
    answer = async () => {
      busy += 1
      most = Math.max(most, busy)
      await new Promise(setImmediate)
      busy -= 1
      return 'done'
    }
    const names = Array.from({ length: 16 }, (_, index) => String(index))
    const socket = openTo()
    socket.write(names.map((name) => get(name, name === '15' ? 'connection: close\r\n' : '')).join(''))
    const answers = await readAll(socket)
    expect(answers.match(/HTTP\/1\.1 200/g)).toHaveLength(16)
    expect([asked, most]).toEqual([names, 1])
  })

  test('closes a connection with a seventeenth unanswered request and makes no further answer', async () => {
    let release = () => {}
    answer = async () => new Promise<void>((resolve) => (release = resolve))
    const socket = openTo()
    socket.write(Array.from({ length: 17 }, (_, index) => get(String(index))).join(''))
    expect(await readAll(socket)).toBe('')
    release()
    expect(asked).toEqual(['0'])
  })

  test('answers pipelined POSTs with their own bodies in order', async () => {
    const post = (name: string, more = '') =>
      `POST /${name} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}content-length: 9\r\n\r\n{"a":"b"}`
    const socket = openTo()
    socket.write(post('a') + post('b') + post('c', 'connection: close\r\n'))
    expect((await readAll(socket)).match(/HTTP\/1\.1 200/g)).toHaveLength(3)
    expect(asked).toEqual(['a', 'b', 'c'])
  })

  test('never cuts a client that keeps one connection for a hundred requests', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let count = 0; count < 100; count += 1) {
      const response = await new Promise<IncomingMessage>((resolve, reject) =>
        request({ port, host: '127.0.0.1', path: '/kept', agent }, resolve).on('error', reject).end(),
      )
      expect(await text(response)).toBe('done')
    }
    expect([asked.length, Object.values(agent.freeSockets).flat().length]).toEqual([100, 1])
    agent.destroy()
  })

  test('closes a connection that takes nothing of its answer, half-closed or not', async () => {
    answer = async () => Buffer.alloc(20_000_000)
    const closed = new Promise<void>((resolve) => {
      let count = 0
      const note = (peer: Socket) => peer.once('close', () => (count += 1) === 2 && resolve())
      app.server.on('connection', note)
    })
    const [silent, halfClosed] = [openTo().pause(), openTo(true).pause()]
    silent.write(get('silent'))
    halfClosed.end(get('half'))
    await closed
    expect(asked.toSorted()).toEqual(['half', 'silent'])
    silent.destroy()
    halfClosed.destroy()
  })

  test('serves a client that reads slowly to the end', async () => {
    answer = async () => Buffer.alloc(8_000_000, 'x')
    const socket = openTo()
    let bytes = 0
    socket.on('data', (part: Buffer) => {
      bytes += part.length
      socket.pause()
      setTimeout(() => socket.resume(), 5)
    })
    socket.write(get('slow', 'connection: close\r\n'))
    await new Promise((resolve) => socket.once('close', resolve))
    expect(bytes).toBeGreaterThan(8_000_000)
  })
})

test('does not blame the sender of a whole body for a slow server', async () => {
  const app = fastify()
  addErrorResponses(app)
  addBodyLimits(app, { bodySeconds: 0.05 })
  const slow = async () => new Promise((resolve) => setTimeout(resolve, 200))
  app.post('/handler', async () => slow().then(() => 'done'))
  app.post('/hook', { onRequest: slow }, async () => 'done')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  for (const path of ['handler', 'hook'])
    for (const length of [10, 30_000]) {
      const response = await fetch(`http://127.0.0.1:${port}/${path}`, { method: 'POST', body: 'x'.repeat(length) })
      expect([response.status, await response.text()]).toEqual([200, 'done'])
    }
  await app.close()
})
