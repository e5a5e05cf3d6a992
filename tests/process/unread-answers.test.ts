import { execFile } from 'node:child_process'
import { readFile, readdir } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { HEAP_FLAGS } from '../../scripts/site-process.mjs'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { databaseUrl } from '../support/database-url.ts'
import { cloneDatabase, type TestDatabase } from '../support/databases.ts'
import { freePort } from '../support/free-ports.ts'
import { BUILD, cleanUp, createDataDir, ServerProcess } from '../support/server-process.ts'

const MAX_MEGABYTES = 700
const LIST = '/tours/view_all?page=1&limit=12&isActive=true'

let database: TestDatabase
let site: ServerProcess
let metricsPort: number

beforeAll(async () => {
  // Global set-up builds the server alone.
  await promisify(execFile)(process.execPath, ['scripts/first-run/prepare.mjs'])
  database = await cloneDatabase(inject('postgres'))
  metricsPort = await freePort()
  const settings = { DATABASE_URL: databaseUrl(database.connection), METRICS_PORT: String(metricsPort), OPEN_CATALOGUE: '1' }
  site = await new ServerProcess(await createDataDir(), settings, ...HEAP_FLAGS, BUILD).ready()
})
afterAll(async () => {
  await cleanUp()
  await database.drop()
})

const portOf = () => Number(new URL(site.origin).port)

/** Opens a connection that never reads. */
async function open(port = portOf()): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause()
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  return socket
}

const get = (path: string, method = 'GET') => `${method} ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`

async function megabytes(): Promise<number> {
  const status = await readFile(`/proc/${site.pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** Visits the site for three seconds: visitors are served all the time, though an overloaded site may ask one to come again. Returns the most memory. */
async function observe(): Promise<number> {
  let most = 0
  const statuses = new Set<number>()
  for (const end = performance.now() + 3000; performance.now() < end;) {
    statuses.add((await fetch(`${site.origin}${LIST}`)).status)
    most = Math.max(most, await megabytes())
  }
  expect(statuses).toContain(200)
  expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
  return most
}

async function fileIn(folder: string, ending: string): Promise<string> {
  const name = (await readdir(`dist/web/${folder}`)).find((each) => each.endsWith(ending))
  return `/${folder}/${name ?? ''}`
}

test.each([
  ['/readyz', async () => '/readyz'],
  ['/openapi.json', async () => '/openapi.json'],
  ['the home page', async () => '/'],
  ['a script', async () => fileIn('assets', '.js')],
  ['a picture', async () => fileIn('art', '')],
  ['a list', async () => LIST],
])('a thousand unread requests for %s on each of ten connections harm no one (ASVS 2.4.1, 15.2.2)', async (_what, path) => {
  const flood = get(await path()).repeat(1000)
  const sockets = await Promise.all(Array.from({ length: 10 }, async () => open()))
  for (const socket of sockets) socket.write(flood)
  expect(await observe()).toBeLessThan(MAX_MEGABYTES)
})

test('nearly two thousand unread scrapes of the metrics on 240 connections harm no one', async () => {
  const sockets = await Promise.all(Array.from({ length: 240 }, async () => open(metricsPort)))
  for (const socket of sockets) socket.write(get('/metrics').repeat(8))
  expect(await observe()).toBeLessThan(MAX_MEGABYTES)
})

test('240 connections that read none of their home pages harm no one', async () => {
  const sockets = await Promise.all(Array.from({ length: 240 }, async () => open()))
  for (const socket of sockets) socket.write(get('/').repeat(16))
  expect(await observe()).toBeLessThan(MAX_MEGABYTES)
})

test('pipelined POSTs and HEADs without a reader harm no one', async () => {
  const post = `POST ${accountCalls.logIn.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}`
  for (const flood of [post.repeat(1000), get('/', 'HEAD').repeat(1000)]) {
    const sockets = await Promise.all(Array.from({ length: 10 }, async () => open()))
    for (const socket of sockets) socket.write(flood)
  }
  expect(await observe()).toBeLessThan(MAX_MEGABYTES)
})
