import { readFile } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import fastify from 'fastify'
import { bookAndPay, createBuyer, nextDay } from '../../../../../tests/support/buyers.ts'
import { createTestApp } from '../../../../../tests/support/test-app.ts'
import { createMetrics } from './metrics.ts'

const site = await createTestApp({ METRICS_PORT: '0' })
afterAll(async () => site.close())

async function watch() {
  const app = fastify()
  const metrics = createMetrics(app)
  app.get('/tours/:id', async () => 'a tour')
  const { port, stop } = await metrics.serve(site.deps)
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

test('every alarm asks for something that is measured', async () => {
  const { app, read, stop } = await watch()
  await app.inject('/tours/7')
  const buyer = await createBuyer(site)
  await bookAndPay(site, buyer, 1, nextDay())
  const measured = new Set([...(await read()).matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name))
  await stop()
  const rules = await readFile('ops/alerts.yml', 'utf8')
  const asked = [...rules.matchAll(/\b(?:meridian|http|nodejs|process)_[a-z_]+\b/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  )
  expect(new Set(asked).size).toBeGreaterThan(8)
  expect(asked.filter((name) => !measured.has(name))).toEqual([])
  const alarms = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name)
  const operations = await readFile('docs/operations.md', 'utf8')
  expect(alarms.filter((name) => !operations.includes(`\`${name}\``))).toEqual([])
})
