import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, type Registry } from 'prom-client'

/** From what a cached list takes to what nobody waits for. */
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
