import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/accounts.ts'
import { unitsToCents } from '#shared/money.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { calls } from '#shared/paths.ts'
import {
  approveQuoteBodySchema,
  declineQuoteBodySchema,
  listQuotesQuerySchema,
  staffQuoteDetailsSchema,
  staffQuoteSchema,
} from '#shared/quotes.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { staffRoleOf } from '#server/lib/staff-guard.ts'
import { actorOf } from '#server/features/audit/commands.ts'
import { countQuotes, findQuote, listQuotes } from '../queries.ts'
import { approveQuote, declineQuote, resendQuote } from './flows.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

/** Quotes for the staff. The guard of the scope has let only them in. */
export function staffQuoteRoutes(app: App, deps: Deps): void {
  app.get(
    calls.staffQuotes,
    { schema: { querystring: listQuotesQuerySchema, response: { 200: z.array(staffQuoteSchema) } } },
    async (request, reply) => {
      const { status, ...page } = request.query
      reply.header(TOTAL_COUNT, await countQuotes(deps.db, status))
      return listQuotes(deps.db, status, page)
    },
  )

  app.get(calls.staffQuote(':id'), { schema: { params: paramsSchema, response: { 200: staffQuoteDetailsSchema } } }, async (request) => {
    const quote = await findQuote(deps.db, request.params.id)
    if (!quote) throw notFound('Quote')
    return quote
  })

  app.post(
    calls.approveQuote(':id'),
    { schema: { params: paramsSchema, body: approveQuoteBodySchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const { userId } = deps.auth.require(request)
      const { price, reason, seen } = request.body
      const priceCents = price === undefined ? undefined : unitsToCents(price)
      await approveQuote(deps, actorOf(request, userId), request.params.id, {
        priceCents,
        reason: reason || undefined,
        seen,
        isAtEstimate: staffRoleOf(request) === 'staff',
      })
      return { message: 'Quote approved' }
    },
  )

  app.post(
    calls.declineQuote(':id'),
    { schema: { params: paramsSchema, body: declineQuoteBodySchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      const { userId } = deps.auth.require(request)
      const { reason, seen } = request.body
      await declineQuote(deps, actorOf(request, userId), request.params.id, reason, seen)
      return { message: 'Quote declined' }
    },
  )

  app.post(calls.resendQuote(':id'), { schema: { params: paramsSchema, response: { 200: messageResponseSchema } } }, async (request) => {
    const { userId } = deps.auth.require(request)
    await resendQuote(deps, actorOf(request, userId), request.params.id)
    return { message: 'Quote sent again' }
  })
}
