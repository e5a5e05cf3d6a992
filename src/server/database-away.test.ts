import { readdir } from 'node:fs/promises'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as bookingCalls from '#shared/bookings/calls.ts'
import * as vehicleCalls from '#shared/vehicles/calls.ts'
import { Browser, type SiteResponse } from '../../tests/support/browser.ts'
import { expectErrorForm, expectPage } from '../../tests/support/decent-responses.ts'
import { everyCall } from '../../tests/support/every-call.ts'
import { createTestApp, type TestApp } from '../../tests/support/test-app.ts'
import { buildApp, createServer } from './app.ts'
import { loadConfig } from './config.ts'
import { createCatalogue } from './features/tours/catalogue-cache.ts'
import { readSearchKnowledge } from './features/tours/search/search.ts'
import { createDatabase, createPool } from './lib/db.ts'
import type { App, Deps } from './lib/deps.ts'

const ID = '00000000-0000-4000-8000-000000000000'
let site: TestApp
let cutOff: App
let cutOffDeps: Deps

beforeAll(async () => {
  site = await createTestApp()
  // Port 9 (discard) is open on no machine of ours.
  const nowhere = { connectionString: 'postgres://nobody@127.0.0.1:9/nothing' }
  const config = loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: site.deps.config.DATA_DIR })
  const pool = createPool(nowhere, 4, () => undefined)
  cutOffDeps = { ...site.deps, config, pool, db: createDatabase(pool) }
  cutOff = createServer(config)
  const catalogue = await createCatalogue(cutOffDeps, nowhere, await readSearchKnowledge(site.deps.config))
  await buildApp(cutOff, { deps: cutOffDeps, catalogue })
})
afterAll(async () => {
  await cutOff.close()
  await cutOffDeps.db.destroy()
  await site.close()
})

/** Returns a browser with a token that can be checked without the database. */
async function traveller(app: App): Promise<Browser> {
  const known = await site.customer()
  const browser = new Browser(app, site.origin)
  for (const [name, value] of known.cookies) browser.cookies.set(name, value)
  return browser
}

test('without the database the process is alive but not ready', async () => {
  const browser = new Browser(cutOff, site.origin)
  expect(await browser.get('/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } })
  expect(await browser.get('/readyz')).toMatchObject({
    status: 503,
    json: { status: 'not ready', database: false, migrations: false },
  })
})

const UNAVAILABLE = 'We can’t respond right now. Please try again in a moment.'

function expectUnavailable(answer: SiteResponse): void {
  expect(answer.status).toBe(503)
  expectErrorForm(answer)
  expect(answer.json).toEqual({ statusCode: 503, code: 'unavailable', message: UNAVAILABLE })
  expect(answer.headers['retry-after']).toBe('5')
}

// The way back from the hosted checkout is never blocked; the webhook refuses unsigned requests, and the upload what is not a photo
// (below), before they use the database. A passkey's challenge is not stored.
const needsNoDatabase = new Set(['POST deliverEvent', 'GET payReturn', 'GET beginPasskeySignIn'])

test.each(everyCall.filter(({ method, name, isPage }) => !needsNoDatabase.has(`${method} ${name}`) && !isPage))(
  'without the database $method $name responds 503 and says when to try again',
  async ({ method, url, body }) => {
    const browser = await traveller(cutOff)
    expectUnavailable(await browser.request(method, url(ID), body, {}))
  },
)

test.each(everyCall.filter((call) => call.isPage))(
  'without the database $method $name says so on a page, and when to try again',
  async ({ method, url, body }) => {
    const browser = await traveller(cutOff)
    const answer = await browser.request(method, url(ID), body, {})
    expect(answer.status).toBe(503)
    expectPage(answer)
    expect(answer.text).toContain(UNAVAILABLE)
    expect(answer.headers['retry-after']).toBe('5')
  },
)

test('without the database an upload gets a 503 before it is read, since its owner is unknown (ASVS 16.5.3)', async () => {
  const browser = await traveller(cutOff)
  const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#bf3f1a' } })
    .jpeg()
    .toBuffer()
  expectUnavailable(await browser.upload(vehicleCalls.uploadPhoto.path, { name: 'sofa.jpg', type: 'image/jpeg', bytes }))
  expect(await readdir(cutOffDeps.config.DATA_DIR)).not.toContain('uploads')
  expectUnavailable(await browser.post(vehicleCalls.uploadPhoto.path, '{}', { 'content-type': 'multipart/form-data' }))
})

test('after the database has ended every connection, the next request is served again', async () => {
  const browser = await site.customer()
  for (let round = 0; round < 3; round++) {
    await Promise.all(Array.from({ length: 8 }, async () => browser.get(bookingCalls.listTourBookings.path)))
    await site.deps.pool
      .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')
      .catch(() => undefined)
    await expect.poll(async () => (await browser.get('/readyz')).status).toBe(200)
    expect((await browser.get(bookingCalls.listTourBookings.path)).status).toBe(200)
  }
})

test('a pool that has ended causes a plain 500 that reveals nothing internal (ASVS 13.4.2, 16.5.1)', async () => {
  const ended = await createTestApp()
  const browser = await ended.customer()
  await ended.deps.db.destroy()
  const answer = await browser.get(bookingCalls.listTourBookings.path)
  expect(answer.status).toBeGreaterThanOrEqual(500)
  expectErrorForm(answer)
  expect((await browser.get('/healthz')).status).toBe(200)
  expect((await browser.get('/readyz')).status).toBe(503)
  await ended.close()
})
