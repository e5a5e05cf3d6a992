import type { RouteOptions } from 'fastify'
import { expect, test } from 'vitest'
import { createTestApp, NO_LIMITS } from '../../tests/support/test-app.ts'
import { fuzz, type Fuzzed } from './fuzz.ts'

/** Set by `npm run fuzz -- --requests 50000 --seed 7`; the suite always sends the same requests. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 2000)
const seed = Number(process.env['FUZZ_SEED'] ?? 7)

function report({ statuses, times }: Fuzzed): void {
  const slowest = [...times]
    .map(([name, all]) => ({ name, most: Math.max(...all), p99: all.toSorted((a, b) => a - b)[Math.floor(all.length * 0.99)] ?? 0 }))
    .toSorted((a, b) => b.p99 - a.p99)
  const lines = [
    `Statuses: ${Object.entries(statuses)
      .map(([status, count]) => `${status} × ${count}`)
      .join(', ')}`,
    ...slowest
      .slice(0, 15)
      .map(({ name, p99, most }) => `${name}: 99 of 100 within ${p99.toFixed(0)} ms, the slowest ${most.toFixed(0)} ms`),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

test(
  'no generated request causes a fault, and no refused one changes anything (ASVS 1.2.4)',
  async () => {
    const routes: RouteOptions[] = []
    const site = await createTestApp(NO_LIMITS, { onRoute: (route) => routes.push(route) })
    try {
      const outcome = await fuzz(site, routes, { requests, seed })
      if (process.env['FUZZ_REQUESTS']) report(outcome)
      expect(outcome.faults.slice(0, 20), `seed ${seed}`).toEqual([])
      // Unless some requests succeed, refusals prove nothing.
      expect(outcome.statuses[200] ?? 0).toBeGreaterThan(requests / 20)
    } finally {
      await site.close()
    }
  },
  Math.max(90_000, requests * 120),
)
