import path from 'node:path'
import { hasCluster, startEmbeddedPostgres } from '../../packages/embedded-postgres/launcher.ts'
import { ConfigError, type Config } from './config.ts'
import { APP_ROLE } from './lib/database-roles.ts'
import type { ConnectionOptions } from './lib/db.ts'
import { programFile } from './config/root.ts'

export interface Connection {
  /** Connects as a role that only reads and writes rows. */
  options: ConnectionOptions
  /** Connects as the owner of the tables, for migrations; may be the same role. */
  owner: ConnectionOptions
  /** Stops the embedded server unless another instance uses it. Does nothing for an external one. */
  stop(): Promise<void>
}

const PROJECT = 'meridian'

const embeddedFolder = ({ DATA_DIR }: Pick<Config, 'DATA_DIR'>) => path.join(DATA_DIR, 'postgres')

/** Whether the settings name a database or the data folder holds one. */
export function hasDatabase(config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): boolean {
  return config.DATABASE_URL !== undefined || hasCluster(embeddedFolder(config), PROJECT)
}

/** Like `connect`, but throws `ConfigError` rather than create the embedded database: a command without the site's settings would work on an empty one. */
export async function connectExisting(config: Config, note?: (line: string) => void): Promise<Connection> {
  if (hasDatabase(config)) return connect(config, note)
  throw new ConfigError(
    `No database: DATABASE_URL isn’t set and DATA_DIR is ${path.resolve(config.DATA_DIR)}, which holds none. Use the site’s settings (under systemd: ops/meridian and the command), or run npm start first to create it.`,
  )
}

/** Connects to `DATABASE_URL` (and `DATABASE_MIGRATION_URL`), or else starts the embedded PostgreSQL in the data folder. */
export async function connect(config: Config, note: (line: string) => void = () => undefined): Promise<Connection> {
  if (config.DATABASE_URL) {
    const preparesStatements = config.DATABASE_PREPARE
    const owner = { connectionString: config.DATABASE_MIGRATION_URL ?? config.DATABASE_URL, preparesStatements }
    return { options: { connectionString: config.DATABASE_URL, preparesStatements }, owner, stop: async () => undefined }
  }
  const server = await startEmbeddedPostgres({
    dataDir: embeddedFolder(config),
    projectName: PROJECT,
    database: 'meridian',
    log: note,
    watchdog: programFile('packages/embedded-postgres/watchdog'),
  })
  const { socketDir, port, user, database } = server
  const there = { host: socketDir, port, database }
  return { options: { ...there, user: APP_ROLE }, owner: { ...there, user }, stop: () => server.stop() }
}
