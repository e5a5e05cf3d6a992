import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import type { ConnectionOptions } from '../../src/server/lib/db.ts'

export interface CutOffDatabase {
  connection: ConnectionOptions
  /** Ends every connection and refuses new ones until `mend`, immediately or after this many more messages from the database. */
  cut(messages?: number): void
  mend(): void
  close(): Promise<void>
}

/** Opens a port that leads to a database and can be cut off, like a failing network or a restarting server. */
export async function openCutOffDatabase(database: ConnectionOptions): Promise<CutOffDatabase> {
  const target = targetOf(database)
  const sockets = new Set<Socket>()
  let isCut = false
  let messagesLeft = Infinity

  function cutNow(): void {
    isCut = true
    messagesLeft = Infinity
    for (const socket of sockets) socket.destroy()
  }

  function keep(socket: Socket, other: Socket): void {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    socket.pipe(other)
  }

  const server = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const there = connect(target)
    keep(client, there)
    keep(there, client)
    there.on('data', () => {
      messagesLeft -= 1
      if (messagesLeft <= 0) cutNow()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  return {
    connection: through(database, port),
    cut(messages = 0) {
      messagesLeft = messages
      if (messages === 0) cutNow()
    },
    mend() {
      isCut = false
      messagesLeft = Infinity
    },
    async close() {
      cutNow()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
      })
    },
  }
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
