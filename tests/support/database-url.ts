import type { ConnectionOptions } from '../../src/server/lib/db.ts'

/** Converts a connection to a DATABASE_URL, even for a server that only listens on a socket. */
export function databaseUrl(connection: ConnectionOptions): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, database } = connection
  const query = new URLSearchParams({ host, port: String(port), user })
  return `postgres:///${database}?${query}`
}
