import { createServer } from '#server/app.ts'
import { ConfigError, loadProcessConfig, type Config } from '#server/config.ts'
import { connectExisting, type Connection } from '#server/connection.ts'
import { createDeps } from '#server/create-deps.ts'
import { WORK_ON_DEMAND } from '#server/jobs.ts'
import { createDatabase, createPool, type ConnectionOptions, type Database } from '#server/lib/db.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { listApplied } from '#server/lib/migrate.ts'
import { installQueue } from '#server/lib/queue.ts'
import { prepareDatabase } from '#server/prepare-database.ts'
import type { Say } from './command.ts'

/** Enough for one command alongside a running site. */
const CONNECTIONS = 4

/** Runs the work with everything the features need, whether or not the site is running. Jobs it enqueues are left to the site. */
export async function withDeps(
  note: Say | undefined,
  work: (deps: Deps, log: App['log']) => Promise<void>,
  surroundings: { goesLive?: boolean } = {},
): Promise<void> {
  const config = { ...loadProcessConfig(), DATABASE_POOL: CONNECTIONS, LOG_LEVEL: 'silent' as const }
  await withConnection(config, note, async (connection) => {
    const { log } = createServer(config)
    const { deps, stop } = await createDeps(config, connection.options, { log, ...surroundings })
    try {
      await deps.queue.open(WORK_ON_DEMAND)
      await work(deps, log)
    } finally {
      await stop()
    }
  })
}

/** Runs the work as the owner of the tables, with no limit on how long a statement takes. */
export async function withOwner(note: Say | undefined, work: (owner: Database) => Promise<void>): Promise<void> {
  await withConnection(loadProcessConfig(), note, async ({ owner }) => {
    const db = createDatabase(createPool(owner, 1, () => undefined, 0))
    try {
      await work(db)
    } finally {
      await db.destroy()
    }
  })
}

async function withConnection(config: Config, note: Say | undefined, work: (connection: Connection) => Promise<void>): Promise<void> {
  const connection = await connectExisting(config, note)
  try {
    await refuseEmpty(connection)
    await prepareDatabase(connection, { isDemo: false })
    await work(connection)
  } finally {
    await connection.stop()
  }
}

/** A mistyped address would make a second site, which no one sees. */
async function refuseEmpty({ owner }: Connection): Promise<void> {
  const db = createDatabase(createPool(owner, 1, () => undefined))
  try {
    if ((await listApplied(db)).length > 0) return
    throw new ConfigError('The database is empty. Check DATABASE_URL and DATA_DIR, or run npm start first to set it up.')
  } finally {
    await db.destroy()
  }
}

/** Runs the work with everything the features need on a restored database, from which the card provider is only read and nothing is sent. */
export async function withCopyDeps(
  config: Config,
  copy: ConnectionOptions,
  work: (deps: Deps, log: App['log']) => Promise<void>,
): Promise<void> {
  await installQueue(copy)
  const { log } = createServer({ ...config, LOG_LEVEL: 'silent' })
  const { deps, stop } = await createDeps({ ...config, DATABASE_POOL: 2 }, copy, { log })
  try {
    await deps.queue.open(WORK_ON_DEMAND)
    await work(deps, log)
  } finally {
    await stop()
  }
}
