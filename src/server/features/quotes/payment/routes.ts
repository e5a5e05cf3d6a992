import type { FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { brand } from '#shared/brand.ts'
import { calls, pageHref, pages } from '#shared/paths.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { toAppError } from '#server/lib/error-responses.ts'
import { createRateLimit } from '#server/lib/rate-limits.ts'
import { findQuoteLink } from '../queries.ts'
import { NOT_PAYABLE, openQuotePayment } from './flows.ts'

const QUARTER_HOUR = 15 * 60
const paramsSchema = z.object({ token: z.string().check(z.maxLength(255)) })

/**
 * The payment link of an approved quote, as it stands in its mail; it works without signing in. People click it in a
 * mail program: whatever happens, what they see is a page and not a line of JSON.
 */
export function quoteLinkRoutes(app: App, deps: Deps): void {
  const clicks = createRateLimit(deps.pool, 'pay-quote', deps.config.CHECKOUTS_PER_ACCOUNT, QUARTER_HOUR)

  // HEAD is what mail programs look at a link with: it must not open a card page.
  app.get(calls.payQuote(':token'), { exposeHeadRoute: false, schema: { params: paramsSchema } }, async (request, reply) => {
    const site = deps.origins.ofPages(request)
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    try {
      const link = await findQuoteLink(deps.db, request.params.token)
      if (!link) return await sendPage(reply, 404, 'This payment link is not valid. Please use the link in our newest email.', site)
      await clicks.consume(link.booking_id)
      const payment = await openQuotePayment(deps, link.booking_id, deps.origins.ofRequest(request), link.quote_version)
      switch (payment.state) {
        case 'payable':
          return await reply.redirect(payment.url, 303)
        case 'paid':
          return await reply.redirect(`${site}${pageHref(pages.bookings)}`, 303)
        case 'pending':
        case 'expired':
        case 'declined':
        case 'replaced':
          return await sendPage(reply, 410, NOT_PAYABLE[payment.state], site)
      }
    } catch (error) {
      const { statusCode, message, details } = toAppError(error)
      if (statusCode >= 500) request.log.error({ err: error }, 'quote link failed')
      if (details.retryAfter !== undefined) reply.header('retry-after', String(details.retryAfter))
      return await sendPage(reply, statusCode, message, site)
    }
  })
}

/** `message` is one of our own texts, `site` our own origin. */
async function sendPage(reply: FastifyReply, status: number, message: string, site: string): Promise<FastifyReply> {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Your quote</title>
<style>body{font:1.125rem/1.6 Helvetica,Arial,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}</style></head>
<body><main><h1>Your quote</h1><p>${message}</p>
<p>${brand.name}: <a href="mailto:${brand.email}">${brand.email}</a>, <a href="${brand.phoneHref}">${brand.phone}</a></p>
<p><a href="${site}${pageHref(pages.bookings)}">View my bookings</a></p></main></body></html>
`
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
    .send(html)
}
