import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { HEAP_FLAGS } from '../../scripts/site-process.mjs'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import { databaseUrl } from '../support/database-url.ts'
import { cloneDatabase, type TestDatabase } from '../support/databases.ts'
import { BUILD, cleanUp, createDataDir, ServerProcess } from '../support/server-process.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await cloneDatabase(inject('postgres'))
})
afterAll(async () => {
  await cleanUp()
  await database.drop()
})

async function start(environment: Record<string, string>): Promise<ServerProcess> {
  const settings = { DATABASE_URL: databaseUrl(database.connection), ...environment }
  return new ServerProcess(await createDataDir(), settings, ...HEAP_FLAGS, BUILD).ready()
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve))
  return socket
}

const MANY_HEADERS = Array.from({ length: 300 }, (_, index) => `x-${index}: ${'v'.repeat(14)}`).join('\r\n')
const HALF_A_BODY = `{"email":"${'a'.repeat(30_000)}`

test.each([
  ['from one address', {}],
  ['from as many addresses, behind a proxy', { TRUST_PROXY: '1' }],
])('thousands of long headers and endless bodies, %s, do not crash the process (ASVS 2.4.1, 15.2.2)', async (_where, environment) => {
  const site = await start(environment)
  const sockets: Socket[] = []
  for (let count = 0; count < 2_400; count += 1) {
    const socket = await open(Number(new URL(site.origin).port))
    const from = `x-forwarded-for: 10.1.${count >> 8}.${count & 255}`
    const type = 'content-type: application/json\r\ncontent-length: 32000'
    socket.write(
      `POST ${accountCalls.logIn.path} HTTP/1.1\r\nhost: localhost\r\n${from}\r\n${MANY_HEADERS}\r\n${type}\r\n\r\n${HALF_A_BODY}`,
    )
    sockets.push(socket)
  }
  for (const socket of sockets) socket.destroy()
  await expect
    .poll(async () =>
      fetch(`${site.origin}/readyz`).then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200)
  expect(await site.stop()).toEqual({ code: 0, signal: null })
})
