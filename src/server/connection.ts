import path from 'node:path'
import { startEmbeddedPostgres } from '../../embedded-postgres/launcher.ts'
import type { Config } from './config.ts'
import type { ConnectionOptions } from './lib/db.ts'

export interface Connection {
  options: ConnectionOptions
  /** Stops the embedded server unless another instance uses it; does nothing for an external one. */
  stop(): Promise<void>
}

/** Connects to `DATABASE_URL`, else to the embedded PostgreSQL in the data directory, which it starts. */
export async function connect(config: Config, say: (line: string) => void): Promise<Connection> {
  if (config.DATABASE_URL) {
    return { options: { connectionString: config.DATABASE_URL }, stop: async () => undefined }
  }
  const server = await startEmbeddedPostgres({
    dataDir: path.join(config.DATA_DIR, 'postgres'),
    projectName: 'meridian',
    database: 'meridian',
    log: say,
  })
  const { socketDir, port, user, database } = server
  return { options: { host: socketDir, port, user, database }, stop: () => server.stop() }
}
