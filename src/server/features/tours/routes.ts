import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { z } from 'zod/mini'
import { monthSeatsQuerySchema, monthSeatsResponseSchema } from '#shared/month-seats.ts'
import { calls } from '#shared/paths.ts'
import { listToursQuerySchema, type ListToursQuery, seatsQuerySchema, seatsResponseSchema, suggestionsQuerySchema } from '#shared/tours.ts'
import type { App, Deps } from '#server/lib/deps.ts'
import { notFound } from '#server/lib/errors.ts'
import { sendFinished, type FinishedResponse } from '#server/lib/finished-response.ts'
import { daysOnSale, refuseDayOff, refusePastDay, refuseTooFarAhead } from '#server/lib/travel-days.ts'
import type { Catalogue } from './catalogue-cache.ts'
import { findMonthSeats } from './departures/queries.ts'
import { findRuns, findSeatsLeft } from './queries.ts'

const MOST_QUERIES = 2000
const LONGEST_URL = 500
const paramsSchema = z.object({ id: z.string().check(z.maxLength(100)) })
const JSON_TYPE = 'application/json; charset=utf-8'
/** A finished response brings its own compression. */
const FINISHED = { compress: false } as const

/** Tour list, tour and seats left (specification §7), similar tours, and what is suggested while somebody types. */
export function tourRoutes(app: App, deps: Deps, catalogue: Catalogue): void {
  const { db, auth } = deps
  /** Queries that have been checked, by their URL: to check each again costs more than to find the list. */
  const queries = new LRUCache<string, ListToursQuery>({ max: MOST_QUERIES })

  app.get(
    calls.listTours,
    {
      ...FINISHED,
      schema: { querystring: listToursQuerySchema },
      onRequest: (request, reply, done) => {
        const query = queries.get(request.url)
        const known = query && catalogue.knownPage(query)
        if (known) sendJson(request, reply, known).catch((error: unknown) => reply.send(error))
        else done()
      },
    },
    async (request, reply) => {
      if (request.url.length <= LONGEST_URL) queries.set(request.url, request.query)
      return sendJson(request, reply, await catalogue.page(request.query))
    },
  )

  app.get(calls.suggestTours, { ...FINISHED, schema: { querystring: suggestionsQuerySchema } }, async (request, reply) => {
    return sendJson(request, reply, await catalogue.suggest(request.query.search))
  })

  app.get(calls.tour(':id'), { ...FINISHED, schema: { params: paramsSchema } }, async (request, reply) => {
    const tour = await catalogue.find(request.params.id)
    if (!tour) throw notFound('Tour')
    return sendJson(request, reply, tour)
  })

  app.get(calls.similarTours(':id'), { ...FINISHED, schema: { params: paramsSchema } }, async (request, reply) => {
    const tours = await catalogue.findSimilar(request.params.id)
    if (!tours) throw notFound('Tour')
    return sendJson(request, reply, tours)
  })

  app.get(
    calls.seats(':id'),
    { schema: { params: paramsSchema, querystring: seatsQuerySchema, response: { 200: seatsResponseSchema } } },
    async (request) => {
      const { date } = request.query
      refusePastDay(deps, date, 'date')
      refuseTooFarAhead(deps, date, 'date')
      const runs = await findRuns(db, request.params.id)
      if (!runs) throw notFound('Tour')
      refuseDayOff(deps, runs, date, 'date')
      const seats = await findSeatsLeft(db, request.params.id, date, auth.identify(request)?.userId)
      if (!seats) throw notFound('Tour')
      return { date, ...seats }
    },
  )

  app.get(
    calls.monthSeats(':id'),
    { schema: { params: paramsSchema, querystring: monthSeatsQuerySchema, response: { 200: monthSeatsResponseSchema } } },
    async (request) => {
      const { month } = request.query
      const days = await findMonthSeats(db, request.params.id, daysOnSale(deps, month), auth.identify(request)?.userId)
      if (!days) throw notFound('Tour')
      return { month, days }
    },
  )
}

/** A browser may keep it, but has to ask each time whether it is still right: prices change. */
function sendJson(request: FastifyRequest, reply: FastifyReply, response: FinishedResponse): Promise<FastifyReply> {
  reply.header('content-type', JSON_TYPE).header('cache-control', 'private, no-cache')
  return sendFinished(request, reply, response)
}
