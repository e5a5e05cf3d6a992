import { readdir, mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { MAX_PHOTO_BYTES } from '#shared/photos.ts'
import { addErrorResponses } from './error-responses.ts'
import { createUploadForms, type Upload } from './upload-form.ts'

const FILE = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
const END = '\r\n--b--\r\n'

let app: FastifyInstance
let folder: string
let work: (upload: Upload) => Promise<unknown>
let admitted: number
let sockets: Socket[]

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'meridian-forms-'))
  work = async ({ size }) => size
  admitted = 0
  sockets = []
  app = fastify({ trustProxy: true, forceCloseConnections: true })
  addErrorResponses(app)
  await app.register(multipart, { limits: { fileSize: MAX_PHOTO_BYTES, files: 1 } })
  const forms = createUploadForms(folder, { windowMs: 200, leastBytes: 200, mostMs: 3000 })
  app.post('/photo', async (request) => {
    const admit = async () => void (admitted += 1)
    return { size: await forms.receive(request, { userId: String(request.headers['x-account']), admit }, async (upload) => work(upload)) }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

function begin(account: string, body = FILE, network = '198.51.100.1'): Socket {
  const address = app.server.address()
  const socket = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1')
  socket.on('error', () => undefined)
  sockets.push(socket)
  const head = `host: x\r\nx-account: ${account}\r\nx-forwarded-for: ${network}\r\ncontent-type: multipart/form-data; boundary=b`
  socket.write(`POST /photo HTTP/1.1\r\n${head}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n`)
  if (body !== '') sendPart(socket, body)
  return socket
}

function sendPart(socket: Socket, part: string): void {
  socket.write(`${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`)
}

function beginAndGoOn(account: string, network?: string): Socket {
  const socket = begin(account, FILE, network)
  const timer = setInterval(() => sendPart(socket, 'x'.repeat(400)), 50)
  onTestFinished(() => clearInterval(timer))
  return socket
}

async function send(account: string, network?: string) {
  const response = await app.inject({
    method: 'POST',
    url: '/photo',
    headers: { 'x-account': account, 'content-type': 'multipart/form-data; boundary=b', ...(network && { 'x-forwarded-for': network }) },
    payload: `${FILE}photo${END}`,
  })
  return { status: response.statusCode, retryAfter: response.headers['retry-after'], json: response.json<Record<string, unknown>>() }
}

const arrivalsAre = async (count: number) => vi.waitFor(() => expect(admitted).toBe(count), 5000)
const isTaken = async (account: string, status: number) => vi.waitFor(async () => expect((await send(account)).status).toBe(status), 5000)

test('an account’s third photo is asked to wait and not counted, while those of others arrive', async () => {
  beginAndGoOn('ada')
  beginAndGoOn('ada')
  await arrivalsAre(2)
  const third = await send('ada')
  expect(third).toMatchObject({
    status: 429,
    retryAfter: '5',
    json: { code: 'too_many_uploads', message: expect.stringContaining('still uploading') },
  })
  expect(admitted, 'what has to wait is not counted').toBe(2)
  expect(await send('grace')).toMatchObject({ status: 200, json: { size: 5 } })
})

test('a hundred accounts of one network leave room for everybody else', async () => {
  for (let count = 0; count < 100; count += 1) for (const _ of [1, 2]) beginAndGoOn(`account ${count}`, '203.0.113.7')
  await arrivalsAre(16)
  expect(await send('neighbour', '203.0.113.7')).toMatchObject({ status: 503, retryAfter: '5', json: { code: 'uploads_full' } })
  expect(await send('ada', '198.51.100.1')).toMatchObject({ status: 200 })
})

test('there is room for thirty-two in all', async () => {
  for (let count = 0; count < 32; count += 1) beginAndGoOn(`account ${count}`, `203.0.113.${count}`)
  await arrivalsAre(32)
  expect(await send('ada', '198.51.100.1')).toMatchObject({ status: 503, json: { code: 'uploads_full' } })
})

test.each([
  ['headers and nothing after them', '', 0],
  ['a form that stops', FILE, 0],
  ['one byte after the other', FILE, 20],
])('%s end with 408, and the slot is free again (ASVS 5.2.1)', async (_what, body, everyMs) => {
  const both = [begin('ada', body), begin('ada', body)]
  await arrivalsAre(2)
  expect((await send('ada')).status).toBe(429)
  for (const socket of both) {
    const timer = everyMs > 0 ? setInterval(() => sendPart(socket, 'x'), everyMs) : undefined
    let response = ''
    socket.setEncoding('utf8').on('data', (part: string) => (response += part))
    await new Promise((resolve) => socket.once('close', resolve))
    clearInterval(timer)
    expect(response).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s)
  }
  await isTaken('ada', 200)
  await vi.waitFor(async () => expect(await readdir(path.join(folder, 'incoming'))).toEqual([]))
})

test('a slow photo arrives if it keeps to the minimum speed; an endless one is cut off', async () => {
  const slow = begin('ada')
  let parts = 0
  const timer = setInterval(() => {
    parts += 1
    sendPart(slow, parts < 20 ? 'x'.repeat(100) : END)
    if (parts === 20) {
      clearInterval(timer)
      slow.write('0\r\n\r\n')
    }
  }, 40)
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 200 .*\{"size":1900\}/s)

  const endless = beginAndGoOn('ada')
  let response = ''
  endless.setEncoding('utf8').on('data', (part: string) => (response += part))
  await new Promise((resolve) => endless.once('close', resolve))
  expect(response).toMatch(/^HTTP\/1\.1 408 /)
})

test('data that belongs to no photo is not read forever either', async () => {
  const socket = begin('ada', '')
  const more = setInterval(() => sendPart(socket, ' '.repeat(1_000_000)), 10)
  onTestFinished(() => clearInterval(more))
  let response = ''
  socket.setEncoding('utf8').on('data', (part: string) => (response += part))
  await vi.waitFor(() => expect(response).toMatch(/^HTTP\/1\.1 413 .*"code":"payload_too_large"/s), 5000)
  await isTaken('ada', 200)
})

const failures: [string, (both: Socket[]) => void][] = [
  ['its sender goes away', (both) => both.forEach((socket) => socket.destroy())],
  ['its form ends too early', (both) => both.forEach((socket) => socket.write('0\r\n\r\n'))],
  ['it is larger than a photo may be', (both) => both.forEach((socket) => sendPart(socket, 'x'.repeat(MAX_PHOTO_BYTES + 1)))],
]

test.each(failures)('a slot is free again when %s', async (_what, fail) => {
  const both = [begin('ada'), begin('ada')]
  await arrivalsAre(2)
  expect((await send('ada')).status).toBe(429)
  fail(both)
  await isTaken('ada', 200)
  await vi.waitFor(async () => expect(await readdir(path.join(folder, 'incoming'))).toEqual([]))
})

test('a slot is free again when its sender goes away before any of the form has arrived', async () => {
  const both = [begin('ada', ''), begin('ada', '')]
  await arrivalsAre(2)
  for (const socket of both) socket.destroy()
  await isTaken('ada', 200)
})

test('a slot is kept while the work with the photo lasts, and free again when it fails', async () => {
  work = async () => Promise.reject(new Error('The decoder has crashed.'))
  expect([(await send('ada')).status, (await send('ada')).status, (await send('ada')).status]).toEqual([500, 500, 500])
  let finish = (_size: unknown): void => undefined
  work = async () => new Promise((resolve) => (finish = resolve))
  const first = send('ada')
  await arrivalsAre(4)
  const kept = beginAndGoOn('ada')
  await arrivalsAre(5)
  expect((await send('ada')).status, 'decoded for longer than a window').toBe(429)
  kept.destroy()
  await vi.waitFor(() => finish(5))
  expect((await first).status).toBe(200)
})
