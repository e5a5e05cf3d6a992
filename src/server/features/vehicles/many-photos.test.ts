import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { uploadPicture } from '#shared/tours/picture-calls.ts'
import * as ownCalls from '#shared/accounts/own-calls.ts'
import type { Browser } from '../../../../tests/support/browser.ts'
import { createStaff } from '../../../../tests/support/movers.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/test-app.ts'

let site: TestApp
let photo: Buffer

beforeAll(async () => {
  site = await createTestApp({ TRUST_PROXY: '1', PHOTOS_PER_DAY: '3' })
  const [width, height] = [300, 300]
  photo = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
})
afterAll(async () => site.close())

async function send(who: Browser, network = '198.51.100.1', url: string = vehicleCalls.uploadPhoto.path) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'sofa.jpg')
  const encoded = new Response(form)
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '', 'x-forwarded-for': network }
  return who.request('POST', url, Buffer.from(await encoded.arrayBuffer()), headers)
}

const people = async (count: number) => Promise.all(Array.from({ length: count }, async () => site.customer()))
const times = (count: number, status: number) => Array.from({ length: count }, () => status)

test('many simultaneous photos beyond the limit must wait, and all others arrive (ASVS 5.2.1)', async () => {
  const responses = await Promise.all((await people(40)).map(async (who, index) => send(who, `203.0.113.${index % 4}`)))
  const statuses = responses.map(({ status }) => status).toSorted()
  expect(statuses).toEqual([...times(32, 201), ...times(8, 503)])
  expect(responses.find(({ status }) => status === 503)?.headers['retry-after']).toBe('5')
})

test('one network gets half of the slots', async () => {
  const responses = await Promise.all((await people(20)).map(async (who) => send(who, '203.0.113.99')))
  expect(responses.map(({ status }) => status).toSorted()).toEqual([...times(16, 201), ...times(4, 503)])
})

/** Never ends the form. */
function beginForm(who: Browser, url: string): { socket: Socket; response: () => string } {
  const socket = connect(Number(new URL(site.origin).port), '127.0.0.1')
  let response = ''
  socket.setEncoding('utf8').on('data', (part: string) => (response += part))
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const type = 'multipart/form-data; boundary=b'
  const head = `host: localhost\r\nx-forwarded-for: 192.0.2.1\r\ncookie: ${cookie}\r\ncontent-type: ${type}\r\ncontent-length: 1000000`
  const part = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n${'x'.repeat(1000)}`
  socket.write(`POST ${url} HTTP/1.1\r\n${head}\r\n\r\n${part}`)
  return { socket, response: () => response }
}

test('thirty-two slow forms of one account take two slots: everybody else’s photos arrive (ASVS 5.2.1)', async () => {
  const [slow, other] = [await site.customer(), await site.customer()]
  const forms = Array.from({ length: 32 }, () => beginForm(slow, vehicleCalls.uploadPhoto.path))
  const refused = () => forms.filter(({ response }) => response().startsWith('HTTP/1.1 429 '))
  await vi.waitFor(() => expect(refused()).toHaveLength(30), 10_000)
  expect(refused()[0]?.response()).toMatch(/retry-after: 5\r\n.*"code":"too_many_uploads"/s)
  expect((await send(other, '192.0.2.1')).status).toBe(201)
  for (const { socket } of forms) socket.destroy()
  await vi.waitFor(async () => expect((await send(slow)).status).toBe(201), 10_000)
})

test('an account’s two slots cover all its uploads, and waiting uses up none of its daily photos', async () => {
  const manager = await createStaff(site, 'manager')
  const forms = [beginForm(manager, ownCalls.uploadOwnPhoto.path), beginForm(manager, uploadPicture.path)]
  const incoming = path.join(site.deps.config.DATA_DIR, 'incoming')
  await vi.waitFor(async () => expect(await readdir(incoming)).toHaveLength(2), 10_000)
  for (const url of [...Array.from({ length: 4 }, () => vehicleCalls.uploadPhoto.path), ownCalls.uploadOwnPhoto.path, uploadPicture.path]) {
    expect((await send(manager, undefined, url)).json).toMatchObject({ statusCode: 429, code: 'too_many_uploads' })
  }
  for (const { socket } of forms) socket.destroy()
  await vi.waitFor(async () => expect((await send(manager)).status).toBe(201), 10_000)
  expect((await send(manager)).status).toBe(201)
})
