import type { App, Deps } from './deps.ts'
import { isReachable } from './db.ts'
import { isMigrated } from './migrate.ts'

export function healthRoutes(app: App, { db }: Deps): void {
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))

  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    const database = await isReachable(db)
    const migrations = database && (await isMigrated(db).catch(() => false))
    const isReady = database && migrations
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready', database, migrations })
  })
}
