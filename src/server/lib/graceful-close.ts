import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 100
/** Leaves the jobs in progress, and the database, the rest of what a process has to stop (main.ts). */
const LONGEST_MS = 8000

/**
 * From `leaving` on, ends each connection with its response, so that no proxy keeps one for its next request. While the server is closing, also
 * ends those that have become idle because their response had already begun, and at last all others. Otherwise a browser's open connection would
 * delay the closing by over a minute, and half a request for good.
 */
export function addGracefulClose(app: FastifyInstance, leaving: AbortSignal, longestMs = LONGEST_MS): void {
  let sweeping: NodeJS.Timeout | undefined
  let cutting: NodeJS.Timeout | undefined
  app.addHook('preClose', async () => {
    sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
    cutting = setTimeout(() => app.server.closeAllConnections(), longestMs)
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (sweeping || leaving.aborted) reply.header('connection', 'close')
    done()
  })
  app.addHook('onClose', async () => {
    clearInterval(sweeping)
    clearTimeout(cutting)
  })
}
