import { createServer } from '#server/app.ts'
import { loadProcessConfig } from '#server/config.ts'
import { connect } from '#server/connection.ts'
import { createDeps } from '#server/create-deps.ts'
import { WORK_ON_DEMAND } from '#server/jobs.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import type { Say } from './command.ts'

/** Enough for one command alongside a running site. */
const CONNECTIONS = 4

/** Runs the work with everything the features need, whether or not the site is running. Jobs it enqueues are left to the site. */
export async function withDeps(say: Say, work: (deps: Deps, log: App['log']) => Promise<void>): Promise<void> {
  const config = { ...loadProcessConfig(), DATABASE_POOL: CONNECTIONS, LOG_LEVEL: 'silent' as const }
  const connection = await connect(config, say)
  try {
    await prepareDatabase(connection, { isDemo: false })
    const { log } = createServer(config)
    const { deps, stop } = await createDeps(config, connection.options, { log })
    try {
      await deps.queue.open(WORK_ON_DEMAND)
      await work(deps, log)
    } finally {
      await stop()
    }
  } finally {
    await connection.stop()
  }
}
