import { setTimeout as pause } from 'node:timers/promises'
import { request } from 'node:http'
import fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendCsvFile } from './csv-file.ts'

const PAGE = 'M-2B7KQ3ZX,tour,Kyoto\r\n'.repeat(2000)

test('a file is generated as fast as it is read, and no longer once its reader has gone', async () => {
  const pages = { made: 0, hasEnded: false }
  async function* endless() {
    try {
      for (;;) {
        pages.made += 1
        yield PAGE
      }
    } finally {
      pages.hasEnded = true
    }
  }
  const app = fastify({ forceCloseConnections: true })
  app.get('/file', async (_, reply) => sendCsvFile(reply, { name: 'bookings', at: new Date(0) }, endless()))
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(async () => app.close())
  const address = app.server.address()
  const reading = request({ host: '127.0.0.1', port: typeof address === 'object' ? address?.port : 0, path: '/file' })
  reading.on('error', () => undefined)
  const started = new Promise((resolve) =>
    reading.on('response', (response) => response.once('data', resolve).once('data', () => response.pause())),
  )
  reading.end()
  await started
  await vi.waitFor(async () => {
    const before = pages.made
    await pause(100)
    expect(pages.made).toBe(before)
  }, 10_000)
  // Covers the buffers of both ends; a million bookings would be 5000 pages of 200.
  expect(pages.made * PAGE.length).toBeLessThan(32_000_000)
  reading.destroy()
  await vi.waitFor(() => expect(pages.hasEnded).toBe(true), 10_000)
})

test('a failure before the first line is an error response, not the beginning of a file', async () => {
  async function* broken(): AsyncGenerator<string> {
    yield await Promise.reject<string>(new Error('The database is away.'))
  }
  const app = fastify()
  app.get('/file', async (_, reply) => sendCsvFile(reply, { name: 'bookings', at: new Date(0) }, broken()))
  const { statusCode, headers } = await app.inject('/file')
  expect([statusCode, headers['content-disposition']]).toEqual([500, undefined])
})
