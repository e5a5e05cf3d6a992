import type { NetConnectOpts } from 'node:net'
import type { ConnectionOptions } from '../../src/server/lib/db.ts'
import { openCutOffPort, type CutOffPort } from './cut-off-port.ts'

export interface CutOffDatabase extends CutOffPort {
  connection: ConnectionOptions
}

/** Opens a port that leads to a database and can be cut off. */
export async function openCutOffDatabase(database: ConnectionOptions): Promise<CutOffDatabase> {
  const port = await openCutOffPort(targetOf(database))
  return { ...port, connection: through(database, port.port) }
}

function targetOf(database: ConnectionOptions): NetConnectOpts {
  if (!('connectionString' in database)) return { path: `${database.host}/.s.PGSQL.${database.port}` }
  const { hostname, port } = new URL(database.connectionString)
  return { host: hostname, port: Number(port || 5432) }
}

function through(database: ConnectionOptions, port: number): ConnectionOptions {
  if (!('connectionString' in database)) return { ...database, host: '127.0.0.1', port }
  const url = new URL(database.connectionString)
  url.host = `127.0.0.1:${port}`
  return { connectionString: url.href }
}
