import { calls } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { staffRoleOf } from '#server/lib/guards.ts'
import { createChangeStreams } from './streams.ts'

const EVENT_STREAM = 'text/event-stream'

export function changeRoutes(app: App, deps: Deps): void {
  const streams = createChangeStreams(deps)
  // Runs before the server waits for its connections to end, which an open stream never would.
  app.addHook('preClose', async () => streams.close())

  app.get(
    calls.staffChanges,
    { config: { permission: 'console.open', isBackground: true }, exposeHeadRoute: false, compress: false, schema: { hide: true } },
    async (request, reply) => {
      if (!request.headers.accept?.includes(EVENT_STREAM))
        throw new AppError('not_acceptable', `This call responds with ${EVENT_STREAM} only.`)
      const stream = await streams.open(deps.auth.require(request).sessionId, staffRoleOf(request))
      // A browser does not retry after this status.
      if (stream === 'full') return reply.code(204).send()
      if (!stream) throw new AppError('unavailable', 'Live updates are unavailable right now.')
      // Otherwise a buffering proxy would hold the events back.
      return reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no').type(EVENT_STREAM).send(stream)
    },
  )
}
