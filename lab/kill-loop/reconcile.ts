import { createServer } from '../../src/server/app.ts'
import { loadConfig } from '../../src/server/config.ts'
import { createDeps } from '../../src/server/create-deps.ts'
import { reconcile } from '../../src/server/features/reconciliation/sweep.ts'
import { WORK_ON_DEMAND } from '../../src/server/jobs.ts'
import type { Site } from './site.ts'

/** Runs the every-minute job, which no server lives long enough to reach, to finish work left half-done. */
export async function runReconcile(site: Site): Promise<void> {
  const { port } = await site.server.sandbox()
  const config = loadConfig({ ...site.environment, DATA_DIR: site.dataDir, CARD_SANDBOX_PORT: String(port), LOG_LEVEL: 'silent' })
  const { log } = createServer(config)
  const { deps, stop } = await createDeps({ ...config, DATABASE_POOL: 4 }, site.server.connection, { log })
  try {
    await deps.queue.open(WORK_ON_DEMAND)
    await reconcile(deps, log, 0)
  } finally {
    await stop()
  }
}
