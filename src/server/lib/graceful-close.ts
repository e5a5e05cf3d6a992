import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 100

/**
 * While the server is closing, ends each connection with its response, or once idle if the response had already begun.
 * Otherwise a browser's open connection would delay the closing by over a minute.
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
