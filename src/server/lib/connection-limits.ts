import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Config } from '../config.ts'
import { LONGEST_ARRIVAL_SECONDS } from './arrival-watch.ts'
import { createTally } from './tally.ts'
import { networkOf } from './rate-limits.ts'

const SECOND_MS = 1000

/** A browser sends about 2 kB. Headers stay in memory as long as their request lasts. */
const LONGEST_HEADERS = 8192
const MAX_HEADERS = 100

type Limits = Pick<Config, 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_ADDRESS' | 'TRUST_PROXY'>

export function limitedServer(limits: Limits): (handler: RequestListener) => Server {
  return (handler) => {
    const server = createServer(
      {
        maxHeaderSize: LONGEST_HEADERS,
        headersTimeout: 15 * SECOND_MS,
        // Exceeds the limits on bodies, since a photo takes a while from a phone with a bad connection.
        requestTimeout: (LONGEST_ARRIVAL_SECONDS + 60) * SECOND_MS,
        // Longer than the timeout of common load balancers, so that none sends a request on a connection we are closing.
        keepAliveTimeout: 72 * SECOND_MS,
        connectionsCheckingInterval: 5 * SECOND_MS,
      },
      handler,
    )
    server.maxHeadersCount = MAX_HEADERS
    server.maxConnections = limits.MAX_CONNECTIONS
    // A connection was refused, so idle ones make room.
    server.on('drop', () => server.closeIdleConnections())
    // Behind a proxy all connections are the proxy's.
    if (!limits.TRUST_PROXY) limitEachNetwork(server, limits.MAX_CONNECTIONS_PER_ADDRESS)
    return server
  }
}

function limitEachNetwork(server: Server, most: number): void {
  const open = createTally()
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (open.of(network) >= most) {
      socket.destroy()
      return
    }
    open.add(network, 1)
    socket.once('close', () => open.add(network, -1))
  })
}
