import { once } from 'node:events'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as accountCalls from '../../src/shared/accounts/calls.ts'
import * as ownCalls from '../../src/shared/accounts/own-calls.ts'
import { pathOf } from '../../src/shared/contract.ts'
import { createCheckout } from '../../src/shared/payments/checkout-calls.ts'
import { getSeats } from '../../src/shared/tours/calls.ts'
import { listTours } from '../../src/shared/tours/search-calls.ts'
import * as vehicleCalls from '../../src/shared/vehicles/calls.ts'
import { dayAhead } from '../support/days.ts'
import { poll } from '../support/poll.ts'
import { cleanUp, startServer, type ServerProcess } from '../support/server-process.ts'
import { createUsedDataDir } from '../support/used-data.ts'

// The privacy page: "Server logs, for troubleshooting: which requests were made and what failed, without IP addresses".

const TOUR = 'tokyo-and-mount-fuji'
const ADDRESSES = ['203.0.113.77', '2001:db8:77:7700::7']
/** Part of an address, such as its network, counts too. */
const PARTS = ['203.0.113', '2001:db8', '2001:0db8']
let server: ServerProcess

beforeAll(async () => {
  server = await startServer(await createUsedDataDir(), { TRUST_PROXY: '1', LOG_LEVEL: 'trace' })
  await server.pricesAreThere(TOUR)
})
afterAll(cleanUp)

/** Makes a call that arrives through a proxy naming the client. */
async function call(method: string, path: string, init: Omit<RequestInit, 'method'> = {}): Promise<void> {
  for (const address of ADDRESSES) {
    const headers = { 'x-forwarded-for': address, 'content-type': 'application/json', ...(init.headers as Record<string, string>) }
    const response = await fetch(server.origin + path, { method, redirect: 'manual', ...init, headers })
    await response.arrayBuffer()
  }
}

const login = async (email: string) => call('POST', accountCalls.logIn.path, { body: JSON.stringify({ email, password: 'wrong' }) })

/** Sends bytes, then disconnects or waits for the end. */
async function send(bytes: string, { leaves }: { leaves: boolean }): Promise<void> {
  const socket = net.connect(Number(new URL(server.origin).port), '127.0.0.1')
  socket.on('error', () => undefined).resume()
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(bytes, () => leaves && setTimeout(() => socket.destroy(), 100))
  await closed
}

async function makeCalls(): Promise<void> {
  const path = `/pay/return?session_id=${encodeURIComponent(ADDRESSES[0] ?? '')}`
  for (const url of [
    '/',
    '/healthz',
    '/nothing-here',
    '/%',
    listTours.path,
    pathOf(getSeats, { id: TOUR }),
    ownCalls.getAccount.path,
    path,
  ])
    await call('GET', url)
  await call('POST', accountCalls.logIn.path, { body: '{' })
  await call('POST', accountCalls.logIn.path, { body: 'x'.repeat(3_000_000) })
  await call('POST', accountCalls.logOut.path, { headers: { origin: 'https://elsewhere.example' } })
  await call('POST', vehicleCalls.uploadPhoto.path, { body: 'no boundary', headers: { 'content-type': 'multipart/form-data' } })
  await call('POST', accountCalls.forgotPassword.path, { body: JSON.stringify({ email: 'nobody@example.test' }) })
  for (let tries = 0; tries < 11; tries++) await login('locked-out@example.test')
  const traveller = await server.customer('ada@example.test')
  const cookie = [...traveller.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { stripePriceId: priceId } = await traveller.tour(TOUR)
  const body = JSON.stringify({ priceId, tour_id: TOUR, totalGuests: 1, travelDate: dayAhead(1) })
  await call('POST', createCheckout.path, { body, headers: { cookie } })
  const head = `POST ${accountCalls.logIn.path} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${ADDRESSES[0]}\r\n`
  await send(`${head}content-length: nonsense\r\n\r\n`, { leaves: false })
  await send(`${head}content-type: application/json\r\ncontent-length: 100\r\n\r\n{`, { leaves: true })
}

/** Causes failures that the database or a part of the site explains. */
async function makeFaults(): Promise<void> {
  // The database's error quotes the row, whose key names the network.
  await server.query('alter table rate_limits add constraint broken check (points < 0) not valid')
  await login('grace@example.test')
  await server.query('alter table rate_limits drop constraint broken')
  await server.query('alter table rate_limits rename to rate_limits_away')
  await login('grace@example.test')
  await server.query('alter table rate_limits_away rename to rate_limits')
  const before = await server.sandbox()
  process.kill(before.pid, 'SIGKILL')
  await call('GET', '/card-sandbox/pay/cs_test_nothing')
  await poll('another sandbox', async () => (await server.sandbox()).pid !== before.pid)
}

test('no log line contains a visitor’s network address, whatever fails (ASVS 16.2.5)', async () => {
  await makeCalls()
  await makeFaults()
  const statuses = new Set(server.log.map(({ res }) => (res as { statusCode?: number } | undefined)?.statusCode))
  for (const status of [200, 400, 401, 403, 404, 413, 429, 500]) expect(statuses).toContain(status)
  expect(server.log.filter(({ msg }) => msg === 'request failed').length).toBeGreaterThanOrEqual(4)
  const output = server.stdout + server.stderr
  for (const part of PARTS) expect(output.split('\n').filter((line) => line.includes(part))).toEqual([])
  for (const field of ['remoteAddress', 'x-forwarded-for', '"ip"', '"hostname":"127']) expect(output).not.toContain(field)
})
