import { calls } from '#shared/paths.ts'
import { EVENT_BYTES } from '#server/lib/body-limits.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { storeEvent } from './commands.ts'
import { processEvent } from './flows.ts'

export function webhookRoutes(app: App, deps: Deps): void {
  // The signature covers the raw bytes, so nothing in this scope may parse the body.
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_BYTES }, (_request, body, done) => done(null, body))

    scope.post(calls.webhook, async (request, reply) => {
      const event = Buffer.isBuffer(request.body) ? deps.cards.verifyEvent(request.body, request.headers) : undefined
      if (!event) throw new AppError('invalid_signature', 'The signature of this event is not valid.')
      if (event.isLive !== deps.cards.isLive) {
        request.log.error({ eventId: event.id }, 'event of the other mode (test or live) ignored')
        return reply.send({ received: true })
      }
      // Store first and answer 200 once stored: the reconcile job retries whatever fails from here on.
      await storeEvent(deps, event)
      await processEvent(deps, event.id).catch((error: unknown) => {
        request.log.error({ err: error, eventId: event.id }, 'event could not be processed; it will be retried')
      })
      return reply.send({ received: true })
    })
  })
}
