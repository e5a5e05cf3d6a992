import { negotiate } from '@fastify/accept-negotiator'
import { z } from 'zod/mini'
import { calls } from '#shared/paths.ts'
import { listToursQuerySchema, seatsResponseSchema, seatsQuerySchema } from '#shared/tours.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { refuseTooFarAhead } from '#server/lib/travel-days.ts'
import type { Catalogue } from './catalogue-cache.ts'
import { findSeatsLeft } from './queries.ts'

const paramsSchema = z.object({ id: z.string().check(z.maxLength(100)) })
const JSON_TYPE = 'application/json; charset=utf-8'

/** Tour list, tour and seats left (specification §7). */
export function tourRoutes(app: App, deps: Deps, catalogue: Catalogue): void {
  const { db, auth } = deps

  app.get(calls.listTours, { schema: { querystring: listToursQuerySchema } }, async (request, reply) => {
    const page = await catalogue.page(request.query)
    const vary = [reply.getHeader('vary'), 'Accept-Encoding'].filter(Boolean).join(', ')
    reply.header('content-type', JSON_TYPE).header('vary', vary)
    if (negotiate(request.headers['accept-encoding'] ?? '', ['br']) === null) return reply.send(page.body)
    return reply.header('content-encoding', 'br').send(page.brotli)
  })

  app.get(calls.tour(':id'), { schema: { params: paramsSchema } }, async (request, reply) => {
    const json = await catalogue.findJson(request.params.id)
    if (!json) throw notFound('Tour')
    return reply.header('content-type', JSON_TYPE).send(json)
  })

  app.get(
    calls.seats(':id'),
    { schema: { params: paramsSchema, querystring: seatsQuerySchema, response: { 200: seatsResponseSchema } } },
    async (request) => {
      const { date } = request.query
      refuseTooFarAhead(deps, date, 'date')
      const seats = await findSeatsLeft(db, request.params.id, date, auth.identify(request)?.userId)
      if (!seats) throw notFound('Tour')
      return { date, ...seats }
    },
  )
}
