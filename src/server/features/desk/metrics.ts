import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { limitedServer } from '#server/lib/connection-limits.ts'
import type { CacheUse } from '#server/lib/counted-cache.ts'
import type { Deps } from '#server/lib/deps.ts'
import { readBusiness } from './business-metrics.ts'

/** For how long figures are sent again. Prometheus asks four times a minute. */
const KEPT_MS = 1000

export interface Metrics {
  /** Answers GET /metrics on a port of its own, which only Prometheus should reach. Returns the port, and what stops it. */
  serve(deps: Deps, caches: () => Record<string, CacheUse>): Promise<{ port: number; stop(): Promise<void> }>
}

/** Measures this process and the requests of `app`, whose routes must be added later. */
export function createMetrics(app: FastifyInstance, keptMs = KEPT_MS): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureRequests(app, registry)
  measureRefused(app, registry)

  return {
    async serve(deps, caches) {
      readBusiness(deps, registry)
      readCaches(caches, registry)
      const read = keptFor(keptMs, async () => Buffer.from(await registry.metrics()))
      const server = limitedServer(deps.config)((request, response) => {
        if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end()
        read().then(
          (bytes) => response.writeHead(200, { 'content-type': registry.contentType }).end(bytes),
          () => response.writeHead(500).end(),
        )
      })
      const { METRICS_PORT: port, METRICS_HOST: host } = deps.config
      await new Promise<void>((listening, failed) => {
        // Told apart from a failure of the site’s own port.
        server.once('error', (error) => failed(Object.assign(error, { setting: 'METRICS_PORT' })))
        server.listen({ port, host }, listening)
      })
      const stop = () =>
        new Promise<void>((closed) => {
          server.close(() => closed())
          server.closeAllConnections()
        })
      return { port: (server.address() as AddressInfo).port, stop }
    },
  }
}

/** Makes one answer at a time for everyone who asks, and keeps it. A failure isn’t kept. */
function keptFor<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let kept: Promise<T> | undefined
  return async () => {
    if (kept) return kept
    const making = make()
    kept = making
    const forget = () => (kept = undefined)
    making.then(() => (ms > 0 ? setTimeout(forget, ms).unref() : forget()), forget)
    return making
  }
}

/** From what a cached list takes to what no one waits for. */
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Measures how long each request takes, by route, method and class of status. Must be called before the routes are added. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from receiving a request to finishing its response.',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // It lasts as long as someone looks at the console, and no one waits for its end.
    if (reply.getHeader('content-type') === 'text/event-stream') return done()
    // The pattern, never the path: ids would make a series each.
    const route = request.routeOptions.url ?? 'none'
    const status = `${Math.floor(reply.statusCode / 100)}xx`
    duration.observe({ route, method: request.method, status }, reply.elapsedTime / 1000)
    done()
  })
}

/** Counts what was refused under overload. */
export function measureRefused(app: FastifyInstance, registry: Registry): void {
  new Counter({
    name: 'meridian_refused_requests_total',
    help: 'Requests rejected with 503 because this process was overloaded.',
    labelNames: ['kind'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [kind, count] of Object.entries(app.refused ?? {})) this.inc({ kind }, count)
    },
  })
}

/** Reads how the caches of this process are used whenever Prometheus asks. */
export function readCaches(caches: () => Record<string, CacheUse>, registry: Registry): void {
  const registers = [registry]
  const each = (note: (cache: string, use: CacheUse) => void) => {
    for (const [cache, use] of Object.entries(caches())) note(cache, use)
  }
  new Counter({
    name: 'meridian_catalogue_cache_reads_total',
    help: 'Catalogue cache reads, by result.',
    labelNames: ['cache', 'result'],
    registers,
    collect() {
      this.reset()
      each((cache, { hits, misses }) => {
        this.inc({ cache, result: 'hit' }, hits)
        this.inc({ cache, result: 'miss' }, misses)
      })
    },
  })
  const gauge = (name: string, help: string, of: (use: CacheUse) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ['cache'],
      registers,
      collect() {
        each((cache, use) => this.set({ cache }, of(use)))
      },
    })
  gauge('meridian_catalogue_cache_entries', 'Entries in a catalogue cache.', ({ entries }) => entries)
  gauge('meridian_catalogue_cache_bytes', 'Size of a catalogue cache.', ({ bytes }) => bytes)
}
