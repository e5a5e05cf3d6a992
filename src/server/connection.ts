import path from 'node:path'
import { startEmbeddedPostgres } from '../../embedded-postgres/launcher.ts'
import type { Config } from './config.ts'
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

/** Connects to `DATABASE_URL` (and `DATABASE_MIGRATION_URL`), or else starts the embedded PostgreSQL in the data folder. */
export async function connect(config: Config, note: (line: string) => void = () => undefined): Promise<Connection> {
  if (config.DATABASE_URL) {
    const preparesStatements = config.DATABASE_PREPARE
    const owner = { connectionString: config.DATABASE_MIGRATION_URL ?? config.DATABASE_URL, preparesStatements }
    return { options: { connectionString: config.DATABASE_URL, preparesStatements }, owner, stop: async () => undefined }
  }
  const server = await startEmbeddedPostgres({
    dataDir: path.join(config.DATA_DIR, 'postgres'),
    projectName: 'meridian',
    database: 'meridian',
    log: note,
    watchdog: programFile('embedded-postgres/watchdog'),
  })
  const { socketDir, port, user, database } = server
  const there = { host: socketDir, port, database }
  return { options: { ...there, user: APP_ROLE }, owner: { ...there, user }, stop: () => server.stop() }
}
