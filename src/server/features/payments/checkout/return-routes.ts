import { z } from 'zod/mini'
import { calls, pageHref, pages } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { closeAttempt } from '../attempts/flows.ts'
import { findAttemptByCancelToken } from '../attempts/queries.ts'
import { fulfil } from '../fulfilment/flows.ts'

const returnQuerySchema = z.object({ session_id: z._default(z.string().check(z.maxLength(255)), '') })
const cancelQuerySchema = z.object({ token: z._default(z.string().check(z.maxLength(255)), '') })

/** Where the card page sends people back to. Nobody need be signed in: the pages behind decide what they show. */
export function returnRoutes(app: App, deps: Deps): void {
  app.get(calls.payReturn, { schema: { querystring: returnQuerySchema } }, async (request, reply) => {
    const sessionId = request.query.session_id
    // The webhook and the reconcile job stand behind this: whatever fails here, the way back is never blocked.
    await fulfil(deps, sessionId).catch((error: unknown) => {
      request.log.warn({ err: error }, 'payment could not be recorded on return')
    })
    const target = `${pageHref(pages.success)}?session_id=${encodeURIComponent(sessionId)}`
    return reply.redirect(`${deps.origins.ofPages(request)}${target}`, 303)
  })

  app.get(calls.payCancel, { schema: { querystring: cancelQuerySchema } }, async (request, reply) => {
    const attempt = await findAttemptByCancelToken(deps.db, request.query.token)
    if (attempt) {
      await closeAttempt(deps, attempt.id).catch((error: unknown) => {
        request.log.warn({ err: error }, 'hold could not be released on cancel')
      })
    }
    const page = attempt?.tour_id ? pages.destinationDetails(attempt.tour_id) : pages.bookings
    return reply.redirect(`${deps.origins.ofPages(request)}${pageHref(page)}`, 303)
  })
}
