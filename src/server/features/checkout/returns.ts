import type { FastifyRequest } from 'fastify'
import { pageHref, pages } from '#shared/pages.ts'
import { payCancel, payReturn } from '#shared/payments/calls.ts'
import { fulfil } from '#server/features/fulfilment/fulfil.ts'
import { findAttemptByCancelToken, isAwaited } from '#server/features/payments/attempts.ts'
import type { Deps } from '#server/lib/deps.ts'
import { createRateLimit, networkOf } from '#server/lib/rate-limits.ts'
import type { Serving } from '#server/lib/serve.ts'
import { closeAttempt } from './card-page.ts'
import { findPaid } from './paid.ts'

/** In a quarter of an hour. Even an office whose staff all pay at the same time stays below. */
const VISITS_PER_ADDRESS = 300

/** Where the card page sends people back to. No one needs to be signed in: the pages they lead to decide what they show. */
export function returnCalls({ read }: Serving, deps: Deps): void {
  const visitsPerAddress = createRateLimit(deps.pool, 'pay-return', VISITS_PER_ADDRESS, 15 * 60)

  /** Asks the provider only about a session of ours that is still open, and only so often for one network. */
  async function recordReturn(sessionId: string, network: string): Promise<void> {
    if (!(await isAwaited(deps.db, sessionId))) return
    await visitsPerAddress.consume(network)
    await fulfil(deps, sessionId)
  }

  /** Returns whether the visitor paid by an emailed link and isn’t signed in as the owner of the booking. */
  async function hasPaidPage(token: string, request: FastifyRequest): Promise<boolean> {
    if (token === '') return false
    const paid = await findPaid(deps.db, token, deps.now())
    return paid !== undefined && paid.user_id !== deps.auth.identify(request)?.userId
  }

  read(payReturn, async ({ query: { session_id: sessionId, token }, request, reply }) => {
    // The webhook and the reconcile job will catch up: whatever fails here, the way back is never blocked.
    await recordReturn(sessionId, networkOf(request.ip)).catch((error: unknown) => {
      request.log.warn({ err: error }, 'payment could not be recorded on return')
    })
    const isByLink = await hasPaidPage(token, request).catch((error: unknown) => {
      request.log.warn({ err: error }, 'payment could not be found on return')
      return false
    })
    const target = isByLink ? pageHref(pages.paid(token)) : `${pageHref(pages.success)}?session_id=${encodeURIComponent(sessionId)}`
    return reply.redirect(`${deps.origins.ofPages(request)}${target}`, 303)
  })

  read(payCancel, async ({ query: { token }, request, reply }) => {
    const attempt = await findAttemptByCancelToken(deps.db, token)
    if (!attempt) return reply.redirect(`${deps.origins.ofPages(request)}${pageHref(pages.bookings)}`, 303)
    await closeAttempt(deps, attempt.id).catch((error: unknown) => {
      request.log.warn({ err: error }, 'hold could not be released on cancel')
    })
    if (attempt.paid_token !== null && attempt.user_id !== deps.auth.identify(request)?.userId) {
      return reply.redirect(`${deps.origins.ofPages(request)}${pageHref(pages.paid(attempt.paid_token))}`, 303)
    }
    const ended = await findAttemptByCancelToken(deps.db, token)
    const query = new URLSearchParams()
    if (!attempt.tour_id) query.set('tab', 'vehicles')
    // Only if certain: it may have been paid after all, or the provider may be unavailable.
    if (ended?.status === 'expired') query.set('checkout', 'cancelled')
    const page = attempt.tour_id ? pages.destinationDetails(attempt.tour_id) : pages.bookings
    const target = query.size === 0 ? pageHref(page) : `${pageHref(page)}?${query.toString()}`
    return reply.redirect(`${deps.origins.ofPages(request)}${target}`, 303)
  })
}
