import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 100

/**
 * While the server is closing, each response ends its connection, and a connection whose response had already begun is
 * ended once it is idle. Without this, a browser's open connection would keep the server from closing for over a minute.
 */
export function addGracefulClose(app: FastifyInstance): void {
  let sweeping: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (sweeping) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', async () => clearInterval(sweeping))
}
