import { z } from 'zod/mini'
import { messageResponseSchema } from '#shared/response-fields.ts'
import { unitsToCents } from '#shared/money.ts'
import { TOTAL_COUNT } from '#shared/list-pages.ts'
import { calls } from '#shared/paths.ts'
import { may } from '#shared/accounts/permissions.ts'
import {
  approveQuoteBodySchema,
  declineQuoteBodySchema,
  listQuotesQuerySchema,
  staffQuoteDetailsSchema,
  staffQuoteSchema,
} from '#shared/quotes/staff.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { staffRoleOf } from '#server/lib/staff-guard.ts'
import { actorOf } from '#server/lib/actors.ts'
import { countQuotes, findQuote, listQuotes } from '../queries.ts'
import { approveQuote, declineQuote, resendQuote } from './flows.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(64)) })

export function staffQuoteRoutes(app: App, deps: Deps): void {
  app.get(
    calls.staffQuotes,
    { config: { permission: 'quotes.read' }, schema: { querystring: listQuotesQuerySchema, response: { 200: z.array(staffQuoteSchema) } } },
    async (request, reply) => {
      const { status, ...page } = request.query
      reply.header(TOTAL_COUNT, await countQuotes(deps.db, status))
      return listQuotes(deps.db, status, page)
    },
  )

  app.get(
    calls.staffQuote(':id'),
    { config: { permission: 'quotes.read' }, schema: { params: paramsSchema, response: { 200: staffQuoteDetailsSchema } } },
    async (request) => {
      const quote = await findQuote(deps.db, request.params.id)
      if (!quote) throw notFound('Quote')
      return quote
    },
  )

  app.post(
    calls.approveQuote(':id'),
    {
      config: { permission: 'quotes.answer' },
      schema: { params: paramsSchema, body: approveQuoteBodySchema, response: { 200: messageResponseSchema } },
    },
    async (request) => {
      const { price, priceCents, reason, seen } = request.body
      await approveQuote(deps, actorOf(request, deps.auth.require(request)), request.params.id, {
        priceCents: priceCents ?? (price === undefined ? undefined : unitsToCents(price)),
        reason: reason || undefined,
        seen,
        isAtEstimate: !may(staffRoleOf(request), 'quotes.reprice'),
      })
      return { message: 'Quote approved' }
    },
  )

  app.post(
    calls.declineQuote(':id'),
    {
      config: { permission: 'quotes.answer' },
      schema: { params: paramsSchema, body: declineQuoteBodySchema, response: { 200: messageResponseSchema } },
    },
    async (request) => {
      const { reason, seen } = request.body
      await declineQuote(deps, actorOf(request, deps.auth.require(request)), request.params.id, reason, seen)
      return { message: 'Quote declined' }
    },
  )

  app.post(
    calls.resendQuote(':id'),
    { config: { permission: 'quotes.answer' }, schema: { params: paramsSchema, response: { 200: messageResponseSchema } } },
    async (request) => {
      await resendQuote(deps, actorOf(request, deps.auth.require(request)), request.params.id)
      return { message: 'Quote sent again' }
    },
  )
}
