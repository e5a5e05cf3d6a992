import type { FastifyReply } from 'fastify'
import { z } from 'zod/mini'
import { brand } from '#shared/brand.ts'
import { pageHref, pages } from '#shared/paths.ts'
import type { App, Deps } from './deps.ts'
import { toAppError } from './error-responses.ts'
import { createRateLimit } from './rate-limits.ts'

const QUARTER_HOUR = 15 * 60
const paramsSchema = z.object({ token: z.string().check(z.maxLength(255)) })

/** What a payment link leads to: the card page, My Bookings when it has been paid, or a page that says why it cannot be. */
export type LinkTarget = { url: string } | { state: 'paid' } | { message: string }

interface PayLink<Link> {
  /** With `:token`. */
  path: string
  /** What it pays for, as the title of its page. */
  title: string
  find(token: string): Promise<Link | undefined>
  open(link: Link, origin: string): Promise<LinkTarget>
}

/**
 * A payment link as it stands in an email; it works without signing in. People click it in a mail program: whatever happens, what they
 * see is a page and not a line of JSON.
 */
export function addPayLink<Link extends { booking_id: string }>(app: App, deps: Deps, { path, title, find, open }: PayLink<Link>): void {
  const clicks = createRateLimit(deps.pool, 'pay-link', deps.config.CHECKOUTS_PER_ACCOUNT, QUARTER_HOUR)

  // HEAD is what mail programs look at a link with: it must not open a card page.
  app.get(path, { exposeHeadRoute: false, schema: { params: paramsSchema } }, async (request, reply) => {
    const site = deps.origins.ofPages(request)
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    try {
      const link = await find(request.params.token)
      if (!link) return await sendPage(reply, 404, title, 'This payment link is not valid. Please use the link in our newest email.', site)
      await clicks.consume(link.booking_id)
      const target = await open(link, deps.origins.ofRequest(request))
      if ('url' in target) return await reply.redirect(target.url, 303)
      if ('state' in target) return await reply.redirect(`${site}${pageHref(pages.bookings)}`, 303)
      return await sendPage(reply, 410, title, target.message, site)
    } catch (error) {
      const { statusCode, message, details } = toAppError(error)
      if (statusCode >= 500) request.log.error({ err: error }, 'a payment link failed')
      if (details.retryAfter !== undefined) reply.header('retry-after', String(details.retryAfter))
      return await sendPage(reply, statusCode, title, message, site)
    }
  })
}

/** `title` and `message` are our own texts, `site` our own origin. */
async function sendPage(reply: FastifyReply, status: number, title: string, message: string, site: string): Promise<FastifyReply> {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:1.125rem/1.6 Helvetica,Arial,sans-serif;max-width:34rem;margin:15vh auto;padding:0 1rem}</style></head>
<body><main><h1>${title}</h1><p>${message}</p>
<p>${brand.name}: <a href="mailto:${brand.email}">${brand.email}</a>, <a href="${brand.phoneHref}">${brand.phone}</a></p>
<p><a href="${site}${pageHref(pages.bookings)}">View my bookings</a></p></main></body></html>
`
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'")
    .send(html)
}
