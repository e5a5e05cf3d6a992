import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { deskJobs } from '#server/features/desk/desk.ts'
import { poll } from '../../../tests/support/poll.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { createDatabase, createPool } from './db.ts'
import { addErrorResponses } from './error-responses.ts'
import { addMemoryGuard } from './health.ts'
import { createQueue } from './queue.ts'

const SECRET = 'a1b2c3d4'
const heard: string[] = []
let status = 200
const listener = createServer((request, response) => {
  heard.push(`${request.method} ${request.url}`)
  response.writeHead(status).end()
})
await new Promise<void>((listening) => void listener.listen(0, '127.0.0.1', listening))
const { port } = listener.address() as AddressInfo
const lines: string[] = []
const HEARTBEAT_URL = `http://127.0.0.1:${port}/ping/${SECRET}`
const site = await createTestApp({ HEARTBEAT_URL, LOG_LEVEL: 'warn' }, { onLine: (line) => void lines.push(line) })
afterAll(async () => {
  await site.close()
  listener.close()
})

async function watch(deps = site.deps): Promise<void> {
  const job = deskJobs(deps, deps.log).find(({ name }) => name === 'desk.watch')
  await job?.run({}, new AbortController().signal)
}

test('where jobs run the heartbeat is heard, from the start on', async () => {
  const running = createQueue(site.connection, site.deps.log, true)
  onTestFinished(async () => running.stop())
  await running.start(deskJobs(site.deps, site.deps.log))
  await poll('the heartbeat', async () => heard.length > 0)
  expect(heard[0]).toBe(`GET /ping/${SECRET}`)
})

test('without a database, and without a listener of its own, nothing is called', async () => {
  heard.length = 0
  const away = createPool({ host: '127.0.0.1', port: 9, user: 'nobody', database: 'none' }, 1, () => undefined)
  onTestFinished(async () => away.end())
  await watch({ ...site.deps, db: createDatabase(away) })
  await watch({ ...site.deps, config: { ...site.deps.config, HEARTBEAT_URL: undefined } })
  expect(heard).toEqual([])
  await watch()
  expect(heard).toHaveLength(1)
})

test('a listener that refuses or is away fails no job, and the log says why without the address', async () => {
  lines.length = 0
  status = 500
  await watch()
  await new Promise<void>((closed) => {
    listener.close(() => closed())
    listener.closeAllConnections()
  })
  await watch()
  const said = lines.filter((line) => line.includes('heartbeat not accepted'))
  expect(said).toEqual([expect.stringContaining('The server responded with 500.'), expect.stringContaining('ECONNREFUSED')])
  expect(lines.join('')).not.toContain(SECRET)
})

test('while the heap is nearly full, requests are asked to retry later (ASVS 15.2.2)', async () => {
  const app = fastify()
  addErrorResponses(app)
  // Every heap is fuller than this; the guard samples every quarter of a second.
  await addMemoryGuard(app, 0.000_001)
  app.get('/', async () => 'served')
  await app.ready()
  await expect.poll(async () => (await app.inject('/')).statusCode).toBe(503)
  expect((await app.inject('/')).headers['retry-after']).toBe('5')
  await app.close()
})
