/**
 * A stand-in for the application: starts the database, prints JSON lines, queries on "query", stops on "stop", or after one more query on
 * Ctrl-C. With a user id as its second argument it gives up root first.
 */
import { createInterface } from 'node:readline'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../launcher.ts'

const [dataDir = '', uid = ''] = process.argv.slice(2)
if (uid) {
  process.setgroups?.([])
  process.setgid?.(Number(uid))
  process.setuid?.(Number(uid))
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

try {
  const log = (line: string): void => print({ log: line })
  const server = await startEmbeddedPostgres({ dataDir, projectName: 'meridian-test', database: 'app', log })
  const address = { host: server.socketDir, port: server.port, user: server.user, database: server.database }

  async function query(sql: string): Promise<void> {
    const client = new Client(address)
    await client.connect()
    const { rows } = await client.query(sql)
    // Close before printing: a reader of the rows may stop the server, which would cut an open connection.
    await client.end()
    print({ rows })
  }

  async function stop(): Promise<void> {
    await server.stop()
    print({ stopped: true })
    process.exit(0)
  }

  process.on('SIGINT', () => void query("SELECT 'after Ctrl-C' AS said").then(stop))
  createInterface(process.stdin).on('line', (line) => void (line === 'stop' ? stop() : query(line)))
  print({ ready: server })
} catch (error) {
  print({ failed: error instanceof Error ? `${error.name}: ${error.message}` : error })
  process.exit(1)
}
