import fastify, { type onRequestHookHandler } from 'fastify'
import pg from 'pg'
import { expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { deliverEvent } from '#shared/payments/calls.ts'
import { createCheckout } from '#shared/payments/checkout-calls.ts'
import { getTour } from '#shared/tours/calls.ts'
import { listTours } from '#shared/tours/search-calls.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { addErrorResponses } from './error-responses.ts'
import { addLoadShedding, createLevel, kindOf, waitOf, type Kind } from './load-shedding.ts'

const KINDS: Kind[] = ['search', 'list', 'checkout']

/** How many of eight calls of each kind are refused. */
function refusedOfEight({ refuses }: ReturnType<typeof createLevel>): number[] {
  return KINDS.map((kind) => Array.from({ length: 8 }, () => refuses(kind)).filter(Boolean).length)
}

function noteOften(level: ReturnType<typeof createLevel>, waitMs: number, times: number): number[] {
  for (let time = 0; time < times; time += 1) level.note(waitMs)
  return refusedOfEight(level)
}

test('searches are refused first, then lists, then new checkouts, each from a longer wait and a share at a time (ASVS 15.2.2)', () => {
  const level = createLevel()
  expect(noteOften(level, 40, 50)).toEqual([0, 0, 0])
  expect(noteOften(level, 100, 1)).toEqual([2, 0, 0])
  expect(noteOften(level, 100, 50)).toEqual([8, 0, 0])
  expect(noteOften(level, 200, 2)).toEqual([8, 4, 0])
  expect(noteOften(level, 200, 50)).toEqual([8, 8, 0])
  expect(noteOften(level, 400, 3)).toEqual([8, 8, 6])
  expect(noteOften(level, 400, 50)).toEqual([8, 8, 8])
})

test('however long work waits, one sample refuses no second kind', () => {
  const level = createLevel()
  expect(noteOften(level, 100_000, 1)).toEqual([8, 0, 0])
  expect(noteOften(level, 100_000, 1)).toEqual([8, 8, 0])
})

test('what is refused settles between a limit and its half, and comes back in the opposite order within eight seconds', () => {
  const level = createLevel()
  noteOften(level, 100, 4)
  expect(noteOften(level, 200, 2)).toEqual([8, 4, 0])
  for (const waitMs of [51, 99, 60, 80]) expect(noteOften(level, waitMs, 4)).toEqual([8, 4, 0])
  expect(noteOften(level, 40, 2)).toEqual([8, 2, 0])
  noteOften(level, 1000, 50)
  expect(noteOften(level, 0, 2)).toEqual([8, 8, 6])
  // Four samples a second.
  expect(noteOften(level, 0, 30)).toEqual([0, 0, 0])
})

test('work waits by the later of event loop and database, and only as far as more than a few wait', () => {
  const quiet = { elapsedMs: 250, loopDelayMs: 1, arrived: 20, poolWaiting: 0, poolTaken: 60 }
  expect(waitOf(quiet)).toBe(0)
  expect(waitOf({ ...quiet, loopDelayMs: 80, arrived: 200 })).toBe(60)
  expect(waitOf({ ...quiet, loopDelayMs: 500, arrived: 8 })).toBe(0)
  expect(waitOf({ ...quiet, poolWaiting: 64 })).toBe(200)
  expect(waitOf({ ...quiet, poolWaiting: 16, poolTaken: 0 })).toBe(0)
  expect(waitOf({ ...quiet, poolWaiting: 64, poolTaken: 2000, loopDelayMs: 80, arrived: 200 })).toBe(60)
})

/** The routes of a site that refuses everything up to `most`. */
async function overloaded(most: Kind) {
  const app = fastify()
  addErrorResponses(app)
  const pool = new pg.Pool()
  addLoadShedding(app, pool, { refuses: (kind) => KINDS.indexOf(kind) <= KINDS.indexOf(most) })
  const onRequest: onRequestHookHandler = (request, reply, done) => (request.url.endsWith('known') ? void reply.send('known') : done())
  app.get(listTours.path, { onRequest }, async () => 'found')
  app.get(getTour.path, async () => 'a tour')
  app.get('/trips/:id', async () => 'a page')
  app.post(createCheckout.path, async () => 'begun')
  app.post(deliverEvent.path, async () => 'received')
  const statusOf = async (method: 'GET' | 'POST', url: string) => (await app.inject({ method, url })).statusCode
  return { app, statusOf }
}

test('a search that is in the cache is answered while others are refused, and the plain list is', async () => {
  const { app, statusOf } = await overloaded('search')
  expect(await statusOf('GET', `${listTours.path}?search=known`)).toBe(200)
  expect(await statusOf('GET', `${listTours.path}?page=2`)).toBe(200)
  expect(await statusOf('GET', pathOf(getTour, { id: 'kyoto' }))).toBe(200)
  const refused = await app.inject(`${listTours.path}?search=new`)
  expect(refused.statusCode).toBe(503)
  expect(refused.headers['retry-after']).toBe('5')
  expect(refused.json()).toEqual({
    statusCode: 503,
    code: 'unavailable',
    message: 'We’re very busy right now. Please try again in a moment.',
  })
  expect(app.refused).toEqual({ search: 1, list: 0, checkout: 0 })
})

test('lists are refused before checkouts, and a webhook never is', async () => {
  const { app, statusOf } = await overloaded('list')
  expect(await statusOf('GET', `${listTours.path}?search=known`)).toBe(503)
  expect(await statusOf('POST', createCheckout.path)).toBe(200)
  const last = await overloaded('checkout')
  expect(await last.statusOf('POST', createCheckout.path)).toBe(503)
  expect(await last.statusOf('POST', deliverEvent.path)).toBe(200)
  expect([app.refused, last.app.refused]).toEqual([
    { search: 0, list: 1, checkout: 0 },
    { search: 0, list: 0, checkout: 1 },
  ])
})

test('a tour’s page is refused with a page, which tries again', async () => {
  const { app } = await overloaded('list')
  const { statusCode, headers, body } = await app.inject('/trips/kyoto')
  expect(statusCode).toBe(503)
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'retry-after': '5', refresh: '5' })
  expect(body).toContain('<h1>One moment</h1>')
})

test('of all calls only what shows the catalogue, and the beginning of a checkout, can be refused', async () => {
  const routes: string[] = []
  const site = await createTestApp({ OPEN_CATALOGUE: '1' }, { onRoute: ({ method, url }) => void routes.push(`${String(method)} ${url}`) })
  const refusable = routes.filter((route) => !route.startsWith('HEAD') && kindOf(route.split(' ')[1]) !== undefined)
  // Pages are served only where they were built.
  const ofCalls = refusable.filter((route) => !/trips/.test(route))
  expect(ofCalls.toSorted()).toEqual([
    'GET /tours/choices',
    'GET /tours/month-seats/:id',
    'GET /tours/reviews',
    'GET /tours/seats/:id',
    'GET /tours/similar/:id',
    'GET /tours/suggestions',
    'GET /tours/view_all',
    'GET /tours/view_by_id/:id',
    'POST /create-checkout-session',
    'POST /offers',
  ])
  await site.close()
})
