import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod/mini'
import { darkColoursOf } from '#shared/brand-theme.ts'
import { brand } from '#shared/brand.ts'
import { bookingsHref, pageHref, pages } from '#shared/pages.ts'
import type { App, Deps } from './deps.ts'
import { toAppError } from './error-responses.ts'
import { createRateLimit } from './rate-limits.ts'

const QUARTER_HOUR = 15 * 60
const paramsSchema = z.object({ token: z.string().check(z.maxLength(255)) })

/**
 * Where a payment link leads: to the card page, to the page for a paid link (or My Bookings once that has expired), or
 * to a page saying why it cannot be paid.
 */
type LinkTarget = { url: string } | { state: 'paid'; paidToken: string | undefined } | { message: string }

interface PayLink<Link> {
  /** Contains `:token`. */
  path: string
  title: string
  kind: 'tour' | 'vehicle'
  find(token: string): Promise<Link | undefined>
  open(link: Link, origin: string): Promise<LinkTarget>
}

/**
 * Serves the payment links in emails, which work without signing in. They are opened from a mail program, so every
 * outcome must be a page and never JSON.
 */
export function addPayLink<Link extends { booking_id: string }>(
  app: App,
  deps: Deps,
  { path, title, kind, find, open }: PayLink<Link>,
): void {
  const paidPage = (request: FastifyRequest, token: string) => `${deps.origins.ofPages(request)}${pageHref(pages.paid(token))}`
  const clicks = createRateLimit(deps.pool, 'pay-link', deps.config.CHECKOUTS_PER_ACCOUNT, QUARTER_HOUR)

  // Mail programs check links with HEAD, which must not open a card page.
  app.get(path, { exposeHeadRoute: false, schema: { params: paramsSchema } }, async (request, reply) => {
    const bookings = `${deps.origins.ofPages(request)}${bookingsHref(kind)}`
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    try {
      const link = await find(request.params.token)
      if (!link)
        return await sendPage(reply, 404, title, 'This payment link is not valid. Please use the link in our newest email.', bookings)
      await clicks.consume(link.booking_id)
      const target = await open(link, deps.origins.ofRequest(request))
      if ('url' in target) return await reply.redirect(target.url, 303)
      if ('state' in target)
        return await reply.redirect(target.paidToken === undefined ? bookings : paidPage(request, target.paidToken), 303)
      return await sendPage(reply, 410, title, target.message, bookings)
    } catch (error) {
      const { statusCode, message, details } = toAppError(error)
      if (statusCode >= 500) request.log.error({ err: error }, 'a payment link failed')
      if (details.retryAfter !== undefined) reply.header('retry-after', String(details.retryAfter))
      return await sendPage(reply, statusCode, title, message, bookings)
    }
  })
}

const { ink, inkSoft, sand, paper, coralDeep } = brand.colours
const dark = darkColoursOf(brand.colours)

const STYLE = `:root{color-scheme:light dark}
*{box-sizing:border-box}
body{margin:0;padding:clamp(2rem,12vh,8rem) 1rem;background:${sand};color:${ink};font:1.0625rem/1.6 system-ui,-apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
main{max-width:34rem;margin:0 auto;padding:2rem min(1.5rem,7vw);border-radius:1rem;background:${paper}}
p{margin:0 0 1rem}
.brand,h1{margin:0 0 .75rem;font-family:Georgia,serif;font-weight:600;line-height:1.2}
.brand{color:${inkSoft}}
h1{font-size:min(2rem,11vw)}
a{color:${coralDeep};text-underline-offset:3px}
.contact{display:flex;flex-wrap:wrap;gap:0 1.5rem}
.contact a{padding:.6rem 0;overflow-wrap:anywhere}
.button{display:inline-block;padding:.7rem min(1.5rem,6vw);border-radius:999px;background:${coralDeep};color:${paper};font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid;outline-offset:3px}
@media (prefers-color-scheme:dark){
body{background:${dark['sand']};color:${dark['ink']}}
main{background:${dark['paper']}}
.brand{color:${dark['ink-soft']}}
a{color:${dark['coral-deep']}}
.button{background:${dark['coral-deep']};color:${dark['paper']}}
}`

/** Accepts only our own texts and URLs, because nothing here is escaped. */
async function sendPage(reply: FastifyReply, status: number, title: string, message: string, bookings: string): Promise<FastifyReply> {
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title} · ${brand.name}</title>
<link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><main><p class="brand">${brand.name}</p><h1>${title}</h1><p>${message}</p>
<p class="contact"><a href="mailto:${brand.email}">${brand.email}</a> <a href="${brand.phoneHref}">${brand.phone}</a></p>
<a class="button" href="${bookings}">View my bookings</a></main></body></html>
`
  return reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
    )
    .send(html)
}
