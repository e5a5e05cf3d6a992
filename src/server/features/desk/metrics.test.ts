import { readFile } from 'node:fs/promises'
import fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { pathOf } from '#shared/contract.ts'
import { getTour } from '#shared/tours/calls.ts'
import { openTask, settleTasks } from '#server/features/tasks/tasks.ts'
import { createDatabase, createPool } from '#server/lib/db.ts'
import { addLoadShedding } from '#server/lib/load-shedding.ts'
import { bookAndPay, createBuyer, nextDay, TOUR } from '../../../../tests/support/buyers.ts'
import { openCutOffDatabase } from '../../../../tests/support/cut-off-database.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { watchAlarms } from './alarms.ts'
import { createMetrics } from './metrics.ts'

const SILENCE = { kind: 'events_stopped' as const, subject: 'events', cause: 'None has come.' }
const site = await createTestApp({ METRICS_PORT: '0', BACKUP_TO: '/nowhere' })
afterAll(async () => site.close())

async function watch(keptMs = 0) {
  const app = fastify()
  const metrics = createMetrics(app, keptMs)
  app.get('/tours/:id', async () => 'a tour')
  const { port, stop } = await metrics.serve(site.deps, site.catalogue.use)
  const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return { app, port, read, stop }
}

test('requests are measured by route and status, and what business stands at is read when it is asked for', async () => {
  const { app, port, read, stop } = await watch()
  expect(await read()).not.toMatch(/^meridian_last_event_seconds \d/m)
  await app.inject('/tours/7')
  await app.inject('/tours/8')
  await app.inject('/nowhere/7')
  const buyer = await createBuyer(site)
  await bookAndPay(site, buyer, 1, nextDay())
  await buyer.openCheckout('tokyo-and-mount-fuji', 3, nextDay())
  const text = await read()
  expect(text).toContain('http_request_duration_seconds_count{route="/tours/:id",method="GET",status="2xx"} 2')
  expect(text).toContain('http_request_duration_seconds_count{route="none",method="GET",status="4xx"} 1')
  expect(text).not.toContain('/tours/7')
  for (const line of ['meridian_database_up 1', 'meridian_held_seats 3', 'meridian_open_checkouts 1', 'meridian_open_tasks 0'])
    expect(text.split('\n')).toContain(line)
  expect(text).toMatch(/^meridian_last_event_seconds \d/m)
  expect(text).toMatch(/^meridian_jobs_waiting\{queue="[a-z.-]+"\} \d/m)
  expect((await fetch(`http://127.0.0.1:${port}/elsewhere`)).status).toBe(404)
  await stop()
})

test('while the database is away the answer says so and holds what needs none; a card provider that is away is noted by the next look', async () => {
  const { connection, cut, close } = await openCutOffDatabase(site.connection)
  const pool = createPool(connection, 5, () => undefined)
  const app = fastify()
  const metrics = createMetrics(app, 0)
  const db = createDatabase(pool)
  const { port, stop } = await metrics.serve({ ...site.deps, pool, db }, site.catalogue.use)
  const read = async () => {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`)
    return { status: response.status, lines: (await response.text()).split('\n') }
  }
  expect((await read()).lines).toContain('meridian_card_provider_up 1')
  await site.cards.tell('faults', { route: '*', kind: '500', count: 1000 })
  await watchAlarms(site.deps, site.deps.log)
  expect((await read()).lines).toContain('meridian_card_provider_up 0')
  await site.cards.tell('faults/clear')
  cut()
  const { status, lines } = await read()
  expect(status).toBe(200)
  expect(lines).toContain('meridian_database_up 0')
  expect(lines.filter((line) => /^meridian_(?:open_tasks|card_provider_up|jobs_waiting|failed_jobs)[ {]/.test(line))).toEqual([])
  expect(lines.some((line) => /^meridian_disk_free_bytes \d/.test(line))).toBe(true)
  await stop()
  await db.destroy()
  await close()
})

test('a hundred simultaneous scrapes make one answer, which is kept for a second', async () => {
  const { read, stop } = await watch(1000)
  const texts = await Promise.all(Array.from({ length: 100 }, read))
  // Figures such as the processor time change with every answer.
  expect(new Set(texts).size).toBe(1)
  await expect.poll(async () => (await read()) === texts[0], { timeout: 5000 }).toBe(false)
  await stop()
})

test('each cache of the catalogue says what it was asked for and what it keeps', async () => {
  const { read, stop } = await watch()
  const traveller = await createBuyer(site)
  const reads = async (cache: string, result: 'hit' | 'miss') =>
    Number(
      new RegExp(`^meridian_catalogue_cache_reads_total\\{cache="${cache}",result="${result}"\\} (\\d+)$`, 'm').exec(await read())?.[1],
    )
  const counts = async () => [await reads('lists', 'miss'), await reads('lists', 'hit'), await reads('details', 'hit')]
  await traveller.get(pathOf(getTour, { id: TOUR }))
  const [misses = 0, hits = 0, found = 0] = await counts()
  const list = '/tours/view_all?page=1&limit=3&isActive=true'
  for (const path of [list, list, list, pathOf(getTour, { id: TOUR })]) expect((await traveller.get(path)).status).toBe(200)
  expect(await counts()).toEqual([misses + 1, hits + 2, found + 1])
  const text = await read()
  for (const cache of ['tours', 'lists', 'details'])
    for (const what of ['entries', 'bytes'])
      expect(text).toMatch(new RegExp(`^meridian_catalogue_cache_${what}\\{cache="${cache}"\\} [1-9]`, 'm'))
  await stop()
})

const OPERATORS = new Set(['and', 'or', 'unless', 'bool'])
/** Prometheus makes it itself, with the label `job`. */
const OWN = 'up'

/** Returns the metrics that an expression names: what is no function, no operator, no label and no number. */
function metricsIn(expression: string): string[] {
  const bare = expression.replace(/\{[^}]*\}|\[[^\]]*\]/g, '').replace(/\b(?:by|on|without|ignoring) *\([^)]*\)/g, '')
  const words = [...bare.matchAll(/\b[a-z_]\w*\b(?! *\()/g)].map(([word]) => word)
  return words.filter((word) => word !== OWN && !OPERATORS.has(word))
}

test('a stream of the console is not measured, since no one waits for its end', async () => {
  const { app, read, stop } = await watch()
  app.get('/news', async (_request, reply) => reply.type('text/event-stream').send('data: 1\n\n'))
  await app.inject('/news')
  await app.inject('/tours/7')
  const text = await read()
  expect(text).toContain('http_request_duration_seconds_count{route="/tours/:id"')
  expect(text).not.toContain('route="/news"')
  await stop()
})

test('a database whose connections are all taken responds, and one that is cut off too does not', async () => {
  const { connection, cut, close } = await openCutOffDatabase(site.connection)
  const pool = createPool(connection, 1, () => undefined)
  const db = createDatabase(pool)
  const { port, stop } = await createMetrics(fastify(), 0).serve({ ...site.deps, pool, db }, site.catalogue.use)
  const read = async () => (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split('\n')
  const taken = await pool.connect()
  expect(await read()).toContain('meridian_database_up 1')
  cut()
  expect(await read()).toContain('meridian_database_up 0')
  taken.release(true)
  await stop()
  await db.destroy()
  await close()
})

test('what Today calls late is late in the metrics: money that moved while the card provider told nothing, not time alone', async () => {
  const { read, stop } = await watch()
  const line = (value: number) => `meridian_late{what="webhook"} ${value}`
  expect((await read()).split('\n')).toContain(line(0))
  await site.deps.db.transaction().execute((trx) => openTask(trx, SILENCE, site.deps.now()))
  expect((await read()).split('\n')).toContain(line(1))
  await site.deps.db
    .transaction()
    .execute((trx) => settleTasks(trx, ['events_stopped'], SILENCE.subject, 'They come again.', site.deps.now()))
  await stop()
})

test('alarms and dashboard ask only for what is measured, with labels that it has, and each alarm is explained', async () => {
  const { app, read, stop } = await watch()
  addLoadShedding(app, site.deps.pool, { refuses: () => false })
  await app.inject('/tours/7')
  const buyer = await createBuyer(site)
  await bookAndPay(site, buyer, 1, nextDay())
  const text = await read()
  await stop()
  const measured = new Set([...text.matchAll(/^(?:# TYPE )?(\w+)(?:\{| )/gm)].map(([, name = '']) => name))
  const rules = await readFile('ops/alerts.yml', 'utf8')
  const { panels } = JSON.parse(await readFile('ops/grafana.json', 'utf8')) as { panels: { targets?: { expr: string }[] }[] }
  // An expression of several lines is indented further than what follows it.
  const alarming = [...rules.matchAll(/^( +)expr: (.+(?:\n\1 +.+)*)$/gm)].map(([, , expression = '']) => expression.replace('>-', ''))
  expect(alarming.filter((expression) => metricsIn(expression).length === 0 && !/\bup\b/.test(expression))).toEqual([])
  const drawn = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
  for (const expressions of [alarming, drawn]) {
    const asked = new Set(expressions.flatMap(metricsIn))
    expect(asked.size).toBeGreaterThan(8)
    expect([...asked].filter((name) => !measured.has(name))).toEqual([])
  }
  const matchers = [...alarming, ...drawn].flatMap((expression) => [...expression.matchAll(/(\w+)\{(\w+)="([^"]*)"/g)])
  const unlabelled = matchers.filter(([, name, label, value = '']) => {
    if (label === 'job') return false
    // No request fails here.
    const found = value === '5xx' ? '[1-5]xx' : value
    return !new RegExp(`^${name}\\{.*\\b${label}="${found}"`, 'm').test(text)
  })
  expect(unlabelled.map(([matcher]) => matcher)).toEqual([])
  const grouped = alarming.flatMap((expression) => [...expression.matchAll(/by \((\w+)\) \((?:rate\()?(\w+)/g)])
  expect(grouped.length).toBeGreaterThan(2)
  expect(grouped.filter(([, label, name]) => !new RegExp(`^${name}\\{.*\\b${label}="`, 'm').test(text)).map(([by]) => by)).toEqual([])
  const alarms = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
  const operations = await readFile('docs/operations.md', 'utf8')
  expect(alarms.filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
})
