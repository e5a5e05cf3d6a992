import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { limitedServer } from '#server/lib/connection-limits.ts'
import type { CacheUse } from '#server/lib/counted-cache.ts'
import type { Deps } from '#server/lib/deps.ts'
import { readBusiness } from './business.ts'
import { readCaches } from './caches.ts'
import { measureRefused, measureRequests } from './requests.ts'

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
