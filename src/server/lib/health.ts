import type { App, Deps } from './deps.ts'
import { isReachable } from './db.ts'
import { isMigrated } from './migrate.ts'
import { createProbeCheck, PROBE, SEEN } from './proxy-probe.ts'

/** From `leaving` on it is not ready, and so gets no new work of a load balancer, although it does what still comes. */
export function healthRoutes(app: App, { db, now }: Deps, leaving: AbortSignal): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))

  // Asked for several times a second; what is applied stays applied.
  let isUpToDate = false
  const isProbe = createProbeCheck(db)
  app.get('/readyz', { logLevel: 'warn' }, async (request, reply) => {
    const database = await isReachable(db)
    const migrations = database && (isUpToDate ||= await isMigrated(db).catch(() => false))
    const isReady = database && migrations && !leaving.aborted
    if (migrations && (await isProbe(request.headers[PROBE], now()))) reply.header(SEEN, request.ip)
    const status = leaving.aborted ? 'stopping' : isReady ? 'ready' : 'not ready'
    return reply.code(isReady ? 200 : 503).send({ status, database, migrations })
  })
}
