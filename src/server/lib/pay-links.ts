import type { FastifyReply, FastifyRequest } from 'fastify'
import { bookingsHref, pageHref, pages } from '#shared/pages.ts'
import type { Deps } from './deps.ts'
import { toAppError } from './error-responses.ts'
import { sendPlainPage } from './plain-page.ts'
import { createRateLimit } from './rate-limits.ts'
import { refuseOnCopy } from './restored-copy.ts'

const QUARTER_HOUR = 15 * 60

/**
 * Where a payment link leads: to the card page, to the page for a paid link (or My Bookings once that has expired), or
 * to a page saying why it cannot be paid.
 */
type LinkTarget = { url: string } | { state: 'paid'; paidToken: string | undefined } | { message: string }

interface PayLink<Link> {
  title: string
  kind: 'tour' | 'vehicle'
  find(token: string): Promise<Link | undefined>
  open(link: Link, origin: string): Promise<LinkTarget>
}

interface Click {
  request: FastifyRequest
  reply: FastifyReply
  params: { token: string }
}

/** Mail programs check links with HEAD, which must not open a card page. */
export const PAY_LINK = { exposeHeadRoute: false } as const

/**
 * Answers clicks on the payment links in emails, which work without signing in. They are opened from a mail program, so every
 * outcome must be a page and never JSON.
 */
export function payLink<Link extends { booking_id: string }>(
  deps: Deps,
  { title, kind, find, open }: PayLink<Link>,
): (click: Click) => Promise<unknown> {
  const paidPage = (request: FastifyRequest, token: string) => `${deps.origins.ofPages(request)}${pageHref(pages.paid(token))}`
  const clicks = createRateLimit(deps.pool, 'pay-link', deps.config.CHECKOUTS_PER_ACCOUNT, QUARTER_HOUR)

  return async ({ request, reply, params }) => {
    const bookings = `${deps.origins.ofPages(request)}${bookingsHref(kind)}`
    const say = async (status: number, message: string) =>
      sendPlainPage(reply, status, { title, message, link: { href: bookings, text: 'View my bookings' } })
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
    try {
      await refuseOnCopy(deps.copy)
      const link = await find(params.token)
      if (!link) return await say(404, 'This payment link is not valid. Please use the link in our newest email.')
      await clicks.consume(link.booking_id)
      const target = await open(link, deps.origins.ofRequest(request))
      if ('url' in target) return await reply.redirect(target.url, 303)
      if ('state' in target)
        return await reply.redirect(target.paidToken === undefined ? bookings : paidPage(request, target.paidToken), 303)
      return await say(410, target.message)
    } catch (error) {
      const { statusCode, message, details } = toAppError(error)
      if (statusCode >= 500) request.log.error({ err: error }, 'a payment link failed')
      if (details.retryAfter !== undefined) reply.header('retry-after', String(details.retryAfter))
      return await say(statusCode, message)
    }
  }
}
